import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { ApiError } from '#server/core/api-error.ts'

/**
 * Rejects calls that reached the proxy over http: their secrets were sent unencrypted, which an answer or a redirect
 * would hide. The proxy redirects pages.
 */
export function refusePlainHttp(app: FastifyInstance, { trustProxy, baseUrl }: Config): void {
  if (!trustProxy || !baseUrl.startsWith('https:')) return
  app.addHook('onRequest', (request, _reply, done) => {
    // A request without the header comes from the machine itself, such as a health check.
    const isPlain = 'x-forwarded-proto' in request.headers && request.protocol === 'http'
    done(isPlain ? new ApiError('https_needed') : undefined)
  })
}
