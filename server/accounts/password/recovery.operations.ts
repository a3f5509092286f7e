import type { recoveryCalls } from '#contract/accounts/recovery.ts'
import { sourceOf } from '#server/users/record-activity.ts'
import { toEmailKey } from '#server/users/users.rules.ts'
import { refuseBlocked } from '#server/accounts/blocking/admit-owner.ts'
import { findMailedToken } from '#server/accounts/email/mailed-tokens.queries.ts'
import { hashToken } from '#server/accounts/create-token.ts'
import { resetPassword } from '#server/accounts/password/reset-password.ts'
import { sendResetLink } from '#server/accounts/password/send-reset-link.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'
import { spendAttemptOn } from '#server/core/throttle/spend-attempt.ts'

type RecoveryCalls = typeof recoveryCalls

export const recoveryOperations: Operations<RecoveryCalls> = {
  async sendResetLink(services, _actor, { email }, { language, logSecurity }) {
    await spendAttemptOn(services, 'mailResetLink', toEmailKey(email))
    logSecurity('reset_link_asked_for')
    // Looked up after the response, so that its timing does not reveal whether the account exists.
    services.afterAnswer(() => sendResetLink(services, email, language))
    return {
      ...success,
      msg: 'If this account exists, you will receive a link to reset your password.',
    }
  },

  async getResetToken({ db, now }, _actor, { token }) {
    const found = await findMailedToken(db.main, hashToken(token), 'reset', now())
    if (found === undefined) throw new ApiError('link_invalid')
    await refuseBlocked(db.main, found.owner_no)
    return { userEmail: found.email }
  },

  async resetPassword(services, _actor, { token, password }, channel) {
    const userId = await resetPassword(services, token, password, sourceOf(channel))
    channel.logSecurity('password_reset', { userId })
    return { ...success, msg: 'Your password has been reset, sign in now.' }
  },
}
