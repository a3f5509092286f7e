import { calls } from '#contract/calls.ts'
import { registerUser } from '#server/accounts/register-user.ts'
import { clearGoogleCookie, readGoogleCookie } from '#server/http/google-cookies.ts'
import { clearSessionCookie, hashToken, readSessionCookie } from '#server/http/session-cookie.ts'
import { deleteSession } from '#server/accounts/sessions.queries.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { startSession } from '#server/accounts/start-session.ts'
import type { AppContext } from '#server/context.ts'
import type { Implement } from '#server/http/implement.ts'
import { languageOf } from '#server/http/request-language.ts'
import { success } from '#server/http/success.ts'
import { sumCredits } from '#server/plans/credits.queries.ts'
import { spendAttemptFrom } from '#server/throttle/spend-attempt.ts'

export function accountRoutes(implement: Implement, context: AppContext): void {
  const { config, db, logSecurity, now } = context

  implement(calls.checkLogin, async ({ findCaller }) => {
    const caller = await findCaller()
    if (caller === undefined) return { isLoggedIn: false, credits: { credits: 0, given: 0 } }
    const credits = await sumCredits(db.main, caller.owner, now())
    return { isLoggedIn: true, accountId: caller.userId, credits }
  })

  implement(calls.register, async ({ input, request }) => {
    await spendAttemptFrom(context, 'registerFromAddress', request.ip)
    const userId = await registerUser(context, input, languageOf(request))
    logSecurity(request, 'registered', { userId })
    return success
  })

  implement(calls.login, async ({ input, request, reply }) => {
    const { owner, userId, passwordHash } = await signIn(context, input, request)
    await startSession(context, owner, request, reply, passwordHash)
    const linkToken = readGoogleCookie(request, config, 'link')
    if (linkToken !== undefined) {
      const { finishGoogleLink } = await import('#server/accounts/link-google.ts')
      if (await finishGoogleLink(context, owner, linkToken)) {
        logSecurity(request, 'google_linked', { userId })
      }
      clearGoogleCookie(reply, config, 'link')
    }
    return success
  })

  implement(calls.logout, async ({ findCaller, request, reply }) => {
    const token = readSessionCookie(request, config)
    const caller = await findCaller()
    if (token !== undefined) await deleteSession(db.main, hashToken(token))
    clearSessionCookie(reply, config)
    if (caller) logSecurity(request, 'signed_out', { userId: caller.userId })
    return success
  })
}
