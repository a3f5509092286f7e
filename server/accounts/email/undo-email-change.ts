import { screenAddress, screens } from '#contract/screens.ts'
import { recordActivity, type Source } from '#server/users/record-activity.ts'
import { toEmailKey } from '#server/users/users.rules.ts'
import { deleteFactorsSince } from '#server/accounts/factors/factors.queries.ts'
import { theftMs } from '#server/accounts/factors/factors.rules.ts'
import { createMailedToken, undoLifeMs } from '#server/accounts/email/create-mailed-token.ts'
import {
  deleteLaterUndoLinks,
  deleteMailedTokens,
  consumeMailedToken,
} from '#server/accounts/email/mailed-tokens.queries.ts'
import { admitOwner } from '#server/accounts/blocking/admit-owner.ts'
import { deleteAll, deletePrograms, getUser, updateUser } from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import { isUniqueViolation } from '#server/db/failures.ts'
import { ApiError } from '#server/core/api-error.ts'
import { toLanguage } from '#languages/languages.ts'
import { hashToken } from '#server/accounts/create-token.ts'
import { queueMail, transactWithMail } from '#server/mail/queue-mail.ts'
import { renderLinkMail } from '#server/mail/render-mail.ts'

/**
 * Restores an account's previous address, by the token mailed there. The password was required for the change, so this
 * also ends the password, Google, factors added up to a week earlier, all sessions, tokens and other mailed links,
 * except links that undo earlier changes: of several previous addresses, the first one wins. Mails a link to set a new
 * password to the restored address.
 *
 * @throws ApiError `link_invalid`, `account_blocked`, `email_taken`
 */
export async function undoEmailChange(
  services: Services,
  token: string,
  source: Source,
): Promise<{ userId: string; userEmail: string }> {
  const { config } = services
  const time = services.now()
  try {
    return await transactWithMail(services, async (transaction) => {
      const consumed = await consumeMailedToken(transaction, hashToken(token), ['undo_email'], time)
      if (consumed === undefined || consumed.email === null) throw new ApiError('link_invalid')
      const { email } = consumed
      // The link works again once the account is unblocked: the error rolls back the transaction.
      const owner = await admitOwner(transaction, consumed.owner_no, 'mailed link')
      const { id: userId, language } = await getUser(transaction, owner)
      await updateUser(transaction, owner, {
        email,
        email_key: toEmailKey(email),
        email_verified_at: time,
        mailbox_owned_at: null,
        password_hash: null,
        google_subject: null,
        google_issuer: null,
      })
      await recordActivity(transaction, owner, source, { kind: 'email_change_undone', at: time })
      await deleteAll(transaction, 'sessions', owner)
      await deletePrograms(transaction, owner)
      await deleteAll(transaction, 'pending_logins', owner)
      await deleteAll(transaction, 'challenges', owner)
      // The thief may have added these; older factors were required for the change.
      const changedAt = consumed.expires_at - undoLifeMs
      await deleteFactorsSince(transaction, owner, changedAt - theftMs)
      await deleteAll(transaction, 'devices', owner)
      await deleteMailedTokens(transaction, owner, ['verify', 'reset', 'change_email'])
      // The owner of an earlier address may not have made this change either, so that link stays.
      await deleteLaterUndoLinks(transaction, owner, consumed.expires_at)
      const reset = await createMailedToken(transaction, owner, 'reset', time)
      const link = config.baseUrl + screenAddress(screens.resetPassword, { token: reset })
      const text = renderLinkMail(toLanguage(language), { kind: 'reset', email }, link)
      await queueMail(transaction, { owner, recipient: email, text }, time)
      return { userId, userEmail: email }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('email_taken')
    throw error
  }
}
