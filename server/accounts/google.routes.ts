import { calls } from '#contract/calls.ts'
import { finishGoogleLogin } from '#server/accounts/finish-google-login.ts'
import { googleFinder } from '#server/accounts/find-google.ts'
import { googleLoginLifeMs, startGoogleLogin } from '#server/accounts/start-google-login.ts'
import { startSession } from '#server/accounts/start-session.ts'
import type { AppContext } from '#server/context.ts'
import type { Implement } from '#server/http/implement.ts'
import { languageOf } from '#server/http/request-language.ts'
import { makeToken } from '#server/http/session-cookie.ts'
import { success } from '#server/http/success.ts'

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

  implement(calls.getGoogleLink, async ({ reply }) => {
    const browserToken = makeToken()
    const url = await startGoogleLogin(context, findGoogle, browserToken)
    reply.setCookie(browserCookie, browserToken, { ...cookie, maxAge: googleLoginLifeMs / 1000 })
    return { url }
  })

  implement(calls.loginWithGoogle, async ({ request, reply }) => {
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
