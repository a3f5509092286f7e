import type { emailCalls } from '#contract/accounts/email.ts'
import { sourceOf } from '#server/users/record-activity.ts'
import { resendVerificationLink } from '#server/accounts/email/send-verification-link.ts'
import { startEmailChange } from '#server/accounts/email/start-email-change.ts'
import { undoEmailChange } from '#server/accounts/email/undo-email-change.ts'
import { verifyEmail } from '#server/accounts/email/verify-email.ts'
import { hashToken } from '#server/accounts/create-token.ts'
import { hashCode } from '#server/accounts/email/mailed-code.ts'
import { getUser } from '#server/users/users.queries.ts'
import { ApiError } from '#server/core/api-error.ts'
import { spendAttemptOn } from '#server/core/throttle/spend-attempt.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'

type EmailCalls = typeof emailCalls

export const emailOperations: Operations<EmailCalls> = {
  async verifyEmail(services, actor, { token }, channel) {
    const source = sourceOf(channel, actor)
    const { userId, changedTo } = await verifyEmail(services, hashToken(token), actor, source)
    channel.logSecurity(changedTo === undefined ? 'email_verified' : 'email_changed', { userId })
    return changedTo === undefined ? success : { ...success, changedTo }
  },

  async verifyMailedCode(services, actor, { code }, channel) {
    const { email_key } = await getUser(services.db.main, actor.owner)
    const attempt = await spendAttemptOn(services, 'enterMailedCode', email_key)
    const codeHash = hashCode(actor.tokenHash, code)
    const source = sourceOf(channel, actor)
    const { changedTo } = await verifyEmail(services, codeHash, actor, source).catch(toCodeError)
    await attempt.refund()
    channel.logSecurity(changedTo === undefined ? 'email_verified' : 'email_changed')
    return changedTo === undefined ? success : { ...success, changedTo }
  },

  async sendVerificationLink(services, { owner, tokenHash }) {
    await resendVerificationLink(services, owner, tokenHash)
    return success
  },

  async changeEmail(services, actor, { email }, { logSecurity }) {
    await startEmailChange(services, actor, email)
    logSecurity('email_change_asked_for')
    return success
  },

  async undoEmailChange(services, _actor, { token }, channel) {
    const { userId, userEmail } = await undoEmailChange(services, token, sourceOf(channel))
    channel.logSecurity('email_change_undone', { userId })
    return { ...success, userEmail }
  },
}

/** There is no link to mention. */
function toCodeError(error: unknown): never {
  const isWrong = error instanceof ApiError && error.errorCode === 'link_invalid'
  throw isWrong ? new ApiError('mail_code_invalid') : error
}
