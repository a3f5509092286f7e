import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

const noRoute = '(none)'

/**
 * Logs each request in one line. The path is the pattern of the route, since the actual path and query may
 * contain a token or a search term.
 */
export function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: request.routeOptions.url ?? noRoute,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.actor?.userId,
      },
      'request',
    )
    done()
  })
}
