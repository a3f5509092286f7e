import type { FastifyInstance } from 'fastify'

/**
 * Closes the connection of a client that stops reading in the middle of an answer, which would fill memory.
 * An answer itself may pause for any time: the client has then read everything sent so far.
 *
 * @param patienceMs Node ignores the first timeout after a write, so a client has up to twice as long
 */
export function cutOffSlowReaders(app: FastifyInstance, patienceMs = 7_000): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.raw.setTimeout(patienceMs, () => {
      if (reply.raw.writableLength > 0) request.raw.destroy()
    })
    done()
  })
}
