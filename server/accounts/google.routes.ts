import { calls } from '#contract/calls.ts'
import { googleFinder } from '#server/accounts/find-google.ts'
import { googleLoginLifeMs } from '#server/accounts/google-logins.rules.ts'
import { startSession } from '#server/accounts/start-session.ts'
import type { AppContext } from '#server/context.ts'
import type { Implement } from '#server/http/implement.ts'
import { languageOf } from '#server/http/request-language.ts'
import { makeToken } from '#server/http/session-cookie.ts'
import { success } from '#server/http/success.ts'
import { spendAttemptFrom } from '#server/throttle/spend-attempt.ts'

/** What these need beside is loaded with the first sign-in by Google: many servers never see one. */
export function googleRoutes(implement: Implement, context: AppContext): void {
  const { config } = context
  const findGoogle = googleFinder(context)
  const isHttps = config.baseUrl.startsWith('https:')
  /** Ties a sign-in to the browser that began it. */
  const browserCookie = isHttps ? '__Secure-google-login' : 'google-login'
  const cookie = {
    path: '/api/login',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
  } as const

  implement(calls.getGoogleLink, async ({ request, reply }) => {
    await spendAttemptFrom(context, 'signInWithGoogleFromAddress', request.ip)
    const browserToken = makeToken()
    const { startGoogleLogin } = await import('#server/accounts/start-google-login.ts')
    const url = await startGoogleLogin(context, findGoogle, browserToken)
    reply.setCookie(browserCookie, browserToken, { ...cookie, maxAge: googleLoginLifeMs / 1000 })
    return { url }
  })

  implement(calls.loginWithGoogle, async ({ request, reply }) => {
    await spendAttemptFrom(context, 'signInWithGoogleFromAddress', request.ip)
    const { finishGoogleLogin } = await import('#server/accounts/finish-google-login.ts')
    const owner = await finishGoogleLogin(context, findGoogle, {
      query: new URL(request.url, config.baseUrl).searchParams,
      browserToken: request.cookies[browserCookie],
      language: languageOf(request),
    })
    reply.clearCookie(browserCookie, cookie)
    await startSession(context, owner, request, reply)
    return success
  })
}
