import { calls } from '#contract/calls.ts'
import { getProfile } from '#server/accounts/get-profile.ts'
import { registerUser } from '#server/accounts/register-user.ts'
import { clearSessionCookie, hashToken, readSessionCookie } from '#server/http/session-cookie.ts'
import { deleteSession } from '#server/accounts/sessions.queries.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { startSession } from '#server/accounts/start-session.ts'
import type { AppContext } from '#server/context.ts'
import type { Implement } from '#server/http/implement.ts'
import { success } from '#server/http/success.ts'
import { sumCredits } from '#server/plans/credits.queries.ts'

export function accountRoutes(implement: Implement, context: AppContext): void {
  const { config, db } = context

  implement(calls.checkLogin, async ({ findCaller }) => {
    const caller = await findCaller()
    if (caller === undefined) return { isLoggedIn: false, credits: { credits: 0, given: 0 } }
    return { isLoggedIn: true, credits: await sumCredits(db.main, caller.owner) }
  })

  implement(calls.register, async ({ input }) => {
    await registerUser(context, input)
    return success
  })

  implement(calls.login, async ({ input, request, reply }) => {
    await startSession(context, await signIn(context, input), request, reply)
    return success
  })

  implement(calls.logout, async ({ request, reply }) => {
    const token = readSessionCookie(request, config)
    if (token !== undefined) await deleteSession(db.main, hashToken(token))
    clearSessionCookie(reply, config)
    return success
  })

  implement(calls.getProfile, ({ owner }) => getProfile(context, owner))
}
