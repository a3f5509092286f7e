import type { googleCalls } from '#contract/accounts/google.ts'
import { sourceOf } from '#server/users/record-activity.ts'
import { unlinkGoogle } from '#server/accounts/google/unlink-google.ts'
import { createToken } from '#server/accounts/create-token.ts'
import { startSession } from '#server/accounts/session/start-session.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'

type GoogleCalls = typeof googleCalls

/** The OpenID client is loaded by the first login with Google, since many servers never have one. */
export const googleOperations: Operations<GoogleCalls> = {
  async getGoogleLink(services, _actor, _input, { tokens }) {
    const browserToken = createToken()
    const { startGoogleLogin } = await import('#server/accounts/google/start-google-login.ts')
    const url = await startGoogleLogin(services, browserToken)
    tokens.set('googleLogin', browserToken)
    return { url }
  },

  async loginWithGoogle(services, _actor, input, channel) {
    const { finishGoogleLogin } = await import('#server/accounts/google/finish-google-login.ts')
    const outcome = await finishGoogleLogin(services, {
      query: toSearchParams(input),
      browserToken: channel.tokens.read('googleLogin'),
      language: channel.language,
      source: sourceOf(channel),
    })
    channel.tokens.clear('googleLogin')
    if ('linkToken' in outcome) {
      channel.tokens.set('googleLink', outcome.linkToken)
      throw new ApiError('google_password_needed')
    }
    const { owner, google, linkHash } = outcome
    // Connecting Google to an account for the first time requires more than Google.
    const isBoth = services.config.googleSkipsSecondFactor && linkHash === undefined
    const proof = { by: 'google', google, isBoth, linkHash } as const
    const userId = await startSession(services, owner, channel, proof)
    if (outcome.event) channel.logSecurity(outcome.event, { userId })
    return success
  },

  async unlinkGoogle(services, actor, _input, channel) {
    await unlinkGoogle(services, actor.owner, sourceOf(channel, actor))
    channel.logSecurity('google_unlinked')
    return success
  },
}

/** Keeps repeated parameters, which the OpenID client refuses. */
function toSearchParams(query: Record<string, unknown>): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)]),
  )
  return new URLSearchParams(pairs)
}
