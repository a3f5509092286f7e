import { toEmailKey } from '#server/accounts/accounts.rules.ts'
import { createMailedToken } from '#server/accounts/create-mailed-token.ts'
import { deleteDevices } from '#server/accounts/devices.queries.ts'
import { deleteAllMailedTokens, takeMailedToken } from '#server/accounts/mailed-tokens.queries.ts'
import { deleteSessions } from '#server/accounts/sessions.queries.ts'
import { getUser, lockUser, updateUser } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import { isUniqueViolation } from '#server/db/failures.ts'
import { ApiError } from '#server/http/api-error.ts'
import { toLanguage } from '#server/http/request-language.ts'
import { hashToken } from '#server/http/session-cookie.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { renderLinkMail } from '#server/mail/render-mail.ts'

/**
 * Gives an account its former address back, by the token mailed there. The person who changed the address
 * knew the password, so the password, Google, all sessions and all other mailed links end too; a link to set
 * a new password goes to the address.
 *
 * @throws ApiError `link_invalid`, `email_taken`
 */
export async function undoEmailChange(
  { config, db, now, wakeMailing }: AppContext,
  token: string,
): Promise<{ userId: string; userEmail: string }> {
  const time = now()
  try {
    const outcome = await db.main.transaction().execute(async (transaction) => {
      const taken = await takeMailedToken(transaction, hashToken(token), ['undo_email'], time)
      if (taken === undefined || taken.email === null) throw new ApiError('link_invalid')
      const { owner_no: owner, email } = taken
      await lockUser(transaction, owner)
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
      await deleteSessions(transaction, owner)
      await deleteDevices(transaction, owner)
      await deleteAllMailedTokens(transaction, owner)
      const reset = await createMailedToken(transaction, owner, 'reset', time)
      const link = `${config.baseUrl}/forgot-password/reset/${reset}`
      const text = renderLinkMail(toLanguage(language), { kind: 'reset', email }, link)
      await queueMail(transaction, { owner, recipient: email, text }, time)
      return { userId, userEmail: email }
    })
    wakeMailing()
    return outcome
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('email_taken')
    throw error
  }
}
