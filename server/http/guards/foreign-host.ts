import type { FastifyRequest } from 'fastify'
import { isLocalHost, type Config } from '#server/config/config.ts'
import { ApiError } from '#server/core/api-error.ts'

/**
 * On localhost, rejects a request for a name that is not the machine's own: it comes from a page whose name was made to
 * resolve to this machine (DNS rebinding). Elsewhere, a proxy may send any name.
 *
 * @throws ApiError `cross_site`
 */
export function refuseForeignHost({ headers: { host } }: FastifyRequest, config: Config): void {
  const origin = `http://${host}`
  const isOurs = host !== undefined && URL.canParse(origin) && isLocalHost(new URL(origin).hostname)
  if (config.isLocal && !isOurs) throw new ApiError('cross_site')
}
