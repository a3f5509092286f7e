import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { ApiError } from '#server/core/api-error.ts'

/**
 * Rejects a request that a page of another site made the browser send. Requests without either header do not come from
 * a browser, so their cookies are the sender's own.
 *
 * @throws ApiError `cross_site`
 */
export function refuseCrossSite(request: FastifyRequest, config: Config): void {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const isOurs =
    site !== undefined
      ? site === 'same-origin' || site === 'none'
      : origin === undefined || isOwnOrigin(origin, request.headers.host, config)
  if (!isOurs) throw new ApiError('cross_site')
}

function isOwnOrigin(origin: string, host: string | undefined, config: Config): boolean {
  if (origin === config.baseUrl) return true
  // On localhost, the server may be reached by another name or port than BASE_URL's.
  return config.isLocal && URL.canParse(origin) && new URL(origin).host === host
}
