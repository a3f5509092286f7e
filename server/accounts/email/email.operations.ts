import type { emailCalls } from '#contract/accounts/email.ts'
import { sourceOf } from '#server/activity/record-activity.ts'
import { resendVerificationLink } from '#server/accounts/email/send-verification-link.ts'
import { startEmailChange } from '#server/accounts/email/start-email-change.ts'
import { undoEmailChange } from '#server/accounts/email/undo-email-change.ts'
import { verifyEmail } from '#server/accounts/email/verify-email.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'

type EmailCalls = typeof emailCalls

export const emailOperations: Operations<EmailCalls> = {
  async verifyEmail(services, actor, { token }, channel) {
    const source = sourceOf(channel, actor)
    const { userId, changedTo } = await verifyEmail(services, token, actor, source)
    channel.logSecurity(changedTo === undefined ? 'email_verified' : 'email_changed', { userId })
    return changedTo === undefined ? success : { ...success, changedTo }
  },

  async sendVerificationLink(services, { owner }) {
    await resendVerificationLink(services, owner)
    return success
  },

  async changeEmail(services, actor, { email }, { logSecurity }) {
    await startEmailChange(services, actor.owner, email)
    logSecurity('email_change_asked_for')
    return success
  },

  async undoEmailChange(services, _actor, { token }, channel) {
    const { userId, userEmail } = await undoEmailChange(services, token, sourceOf(channel))
    channel.logSecurity('email_change_undone', { userId })
    return { ...success, userEmail }
  },
}
