import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/**
 * Logs each request in one line. The path stands without its query, which may hold a search term, and
 * as the route's pattern where there is one, since a parameter may be a token.
 */
export function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: request.routeOptions.url ?? withoutQuery(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.caller?.userId,
      },
      'request',
    )
    done()
  })
}

function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? url
}
