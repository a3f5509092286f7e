import type { Configuration } from 'openid-client'
import type { AppContext } from '#server/context.ts'
import { ApiError } from '#server/http/api-error.ts'

/** Seconds that each request to Google may take. */
const timeout = 10

export type FindGoogle = () => Promise<Configuration>

/**
 * Gives what Google says of its endpoints and keys, asked for once it is needed and then kept.
 *
 * The function throws ApiError `google_unavailable` without credentials, and `unavailable` while Google
 * cannot be reached.
 */
export function googleFinder({ config, log }: AppContext): FindGoogle {
  let found: Configuration | undefined
  return async () => {
    const { googleClientId: id, googleClientSecret: secret, googleIssuer } = config
    if (id === undefined || secret === undefined) throw new ApiError('google_unavailable')
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } =
      await import('openid-client')
    const issuer = new URL(googleIssuer)
    // Only an issuer on this very machine, as in tests, is spoken to without encryption.
    const isInsecure = issuer.protocol === 'http:' && config.isLocal
    try {
      found ??= await discovery(issuer, id, secret, undefined, {
        timeout,
        // The signature of what Google says too, not only whom the connection is to.
        execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
      })
      return found
    } catch (error) {
      log.error({ err: error }, 'Google cannot be reached')
      throw new ApiError('unavailable')
    }
  }
}
