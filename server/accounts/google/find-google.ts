import type { Configuration } from 'openid-client'
import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { FindGoogle } from '#server/core/services.ts'

/** Timeout of each request to Google, in seconds. */
const timeout = 10

export function googleFinder(config: Config, log: Logger): FindGoogle {
  let found: Configuration | undefined
  return async () => {
    const { googleClientId: id, googleClientSecret: secret, googleIssuer } = config
    if (id === undefined || secret === undefined) throw new ApiError('google_unavailable')
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } =
      await import('openid-client')
    const issuer = new URL(googleIssuer)
    // Plain HTTP is for an issuer on this machine, as in tests.
    const isInsecure = issuer.protocol === 'http:' && config.isLocal
    try {
      found ??= await discovery(issuer, id, secret, undefined, {
        timeout,
        // Verifies the signature of ID tokens, not only the TLS connection they came by.
        execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
      })
      return found
    } catch (error) {
      log.error({ err: error }, 'Google cannot be reached')
      throw new ApiError('unavailable')
    }
  }
}
