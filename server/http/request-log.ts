import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

const noRoute = '(none)'

/** An answered request. The route is a pattern, `(none)` if there is none. */
export type AnsweredRequest = { method: string; route: string; status: number; ms: number }

/** https://www.w3.org/TR/trace-context/ */
const traceParent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** The id that connects a proxy's trace to the request in the log. */
function traceOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? traceParent.exec(header)?.[1] : undefined
}

/**
 * Logs each request on one line, and passes it on to be counted. The path is the pattern of the route, since the actual
 * path and query may contain a token or a search term.
 */
export function logRequests(
  app: FastifyInstance,
  log: Logger,
  count: (request: AnsweredRequest) => void,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? noRoute
    const { statusCode: status, elapsedTime: ms } = reply
    count({ method, route, status, ms })
    log.info(
      {
        requestId: request.id,
        traceId: traceOf(request.headers['traceparent']),
        method,
        path: route,
        status,
        ms: Math.round(ms * 10) / 10,
        userId: request.actor?.userId,
      },
      'request',
    )
    done()
  })
}
