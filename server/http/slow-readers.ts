import type { FastifyInstance } from 'fastify'

/** Node ignores the first timeout after a write, so a reader has up to twice as long. */
const patienceMs = 7_000

/**
 * Closes the connection of a client that stops reading in the middle of an answer, which would fill memory.
 * An answer may last, and pause, for as long as the client takes what there is of it.
 */
export function cutOffSlowReaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.raw.setTimeout(patienceMs, () => {
      if (reply.raw.writableLength > 0) request.raw.destroy()
    })
    done()
  })
}
