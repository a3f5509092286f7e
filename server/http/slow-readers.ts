import type { FastifyInstance } from 'fastify'

/** Node looks twice before it takes a connection for stuck. */
const patienceMs = 7_000

/**
 * Hangs up on whoever stops reading in the middle of an answer, which would else be kept for them. How
 * long the server itself takes until it answers does not count.
 */
export function cutOffSlowReaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.raw.setTimeout(patienceMs, () => request.raw.destroy())
    done()
  })
}
