import { calls } from '#contract/calls.ts'
import { toEmailKey } from '#server/accounts/accounts.rules.ts'
import { findMailedToken } from '#server/accounts/mailed-tokens.queries.ts'
import { resetPassword } from '#server/accounts/reset-password.ts'
import { sendResetLink } from '#server/accounts/send-reset-link.ts'
import { undoEmailChange } from '#server/accounts/undo-email-change.ts'
import { verifyEmail } from '#server/accounts/verify-email.ts'
import type { AppContext } from '#server/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Implement } from '#server/http/implement.ts'
import { languageOf } from '#server/http/request-language.ts'
import { hashToken } from '#server/http/session-cookie.ts'
import { success } from '#server/http/success.ts'
import { spendAttemptFrom, spendAttemptOn } from '#server/throttle/spend-attempt.ts'

export function recoveryRoutes(implement: Implement, context: AppContext): void {
  const { afterAnswer, db, logSecurity, now } = context

  implement(calls.verifyEmail, async ({ findCaller, input, request }) => {
    await spendAttemptFrom(context, 'followLinkFromAddress', request.ip)
    const { userId, changedTo } = await verifyEmail(context, input.token, await findCaller())
    logSecurity(request, changedTo === undefined ? 'email_verified' : 'email_changed', { userId })
    return changedTo === undefined ? success : { ...success, changedTo }
  })

  implement(calls.sendResetLink, async ({ input, request }) => {
    await spendAttemptFrom(context, 'mailResetLinkFromAddress', request.ip)
    await spendAttemptOn(context, 'mailResetLink', toEmailKey(input.email))
    logSecurity(request, 'reset_link_asked_for')
    const language = languageOf(request)
    // Whether there is an account is not even looked up before the answer, which so cannot tell.
    afterAnswer(() => sendResetLink(context, input.email, language))
    return {
      ...success,
      msg: 'If this account exists, you will receive a link to reset your password.',
    }
  })

  implement(calls.getResetToken, async ({ params, request }) => {
    await spendAttemptFrom(context, 'followLinkFromAddress', request.ip)
    const found = await findMailedToken(db.main, hashToken(params.token), 'reset', now())
    if (found === undefined) throw new ApiError('link_invalid')
    return { userEmail: found.email }
  })

  implement(calls.resetPassword, async ({ input, params, request }) => {
    await spendAttemptFrom(context, 'followLinkFromAddress', request.ip)
    const userId = await resetPassword(context, params.token, input.password)
    logSecurity(request, 'password_reset', { userId })
    return { ...success, msg: 'Your password has been reset, sign in now.' }
  })

  implement(calls.undoEmailChange, async ({ input, request }) => {
    await spendAttemptFrom(context, 'followLinkFromAddress', request.ip)
    const { userId, userEmail } = await undoEmailChange(context, input.token)
    logSecurity(request, 'email_change_undone', { userId })
    return { ...success, userEmail }
  })
}
