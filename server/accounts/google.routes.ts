import { calls } from '#contract/calls.ts'
import { googleFinder } from '#server/accounts/find-google.ts'
import { googleLoginLifeMs } from '#server/accounts/google-logins.rules.ts'
import { startSession } from '#server/accounts/start-session.ts'
import type { AppContext } from '#server/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import {
  clearGoogleCookie,
  readGoogleCookie,
  setGoogleCookie,
} from '#server/http/google-cookies.ts'
import type { Implement } from '#server/http/implement.ts'
import { languageOf } from '#server/http/request-language.ts'
import { makeToken } from '#server/http/session-cookie.ts'
import { success } from '#server/http/success.ts'
import { spendAttemptFrom } from '#server/throttle/spend-attempt.ts'

/** What these need beside is loaded with the first sign-in by Google: many servers never see one. */
export function googleRoutes(implement: Implement, context: AppContext): void {
  const { config } = context
  const findGoogle = googleFinder(context)

  implement(calls.getGoogleLink, async ({ request, reply }) => {
    await spendAttemptFrom(context, 'signInWithGoogleFromAddress', request.ip)
    const browserToken = makeToken()
    const { startGoogleLogin } = await import('#server/accounts/start-google-login.ts')
    const url = await startGoogleLogin(context, findGoogle, browserToken)
    setGoogleCookie(reply, config, 'login', browserToken, googleLoginLifeMs)
    return { url }
  })

  implement(calls.loginWithGoogle, async ({ request, reply }) => {
    await spendAttemptFrom(context, 'signInWithGoogleFromAddress', request.ip)
    const { finishGoogleLogin } = await import('#server/accounts/finish-google-login.ts')
    const outcome = await finishGoogleLogin(context, findGoogle, {
      query: new URL(request.url, config.baseUrl).searchParams,
      browserToken: readGoogleCookie(request, config, 'login'),
      language: languageOf(request),
    })
    clearGoogleCookie(reply, config, 'login')
    if ('linkToken' in outcome) {
      setGoogleCookie(reply, config, 'link', outcome.linkToken, googleLoginLifeMs)
      throw new ApiError('google_password_needed')
    }
    const userId = await startSession(context, outcome.owner, request, reply)
    if (outcome.event) context.logSecurity(request, outcome.event, { userId })
    return success
  })
}
