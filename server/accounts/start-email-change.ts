import { checkRegistration } from '#server/accounts/check-registration.ts'
import { toEmailKey } from '#server/accounts/accounts.rules.ts'
import { createMailedToken } from '#server/accounts/create-mailed-token.ts'
import { isEmailReserved } from '#server/accounts/mailed-tokens.queries.ts'
import { findUserByEmailKey, getUser, lockUser } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import { toLanguage } from '#server/http/request-language.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { renderLinkMail } from '#server/mail/render-mail.ts'
import { spendAttemptOn } from '#server/throttle/spend-attempt.ts'

/**
 * Mails a link to a new address, which replaces the account's once it is opened. It ends the link of an
 * earlier change that was not opened.
 *
 * @throws ApiError `email_taken`, `registration_restricted`, `too_many_attempts`
 */
export async function startEmailChange(
  context: AppContext,
  owner: OwnerNo,
  email: string,
): Promise<void> {
  const { config, db, now } = context
  const time = now()
  const user = await getUser(db.main, owner)
  await spendAttemptOn(context, 'changeEmail', user.email_key)
  if (config.registration !== 'closed') checkRegistration(config.registration, email)
  const emailKey = toEmailKey(email)
  const other = await findUserByEmailKey(db.main, emailKey)
  if (other !== undefined && other.owner_no !== owner) throw new ApiError('email_taken')
  if (await isEmailReserved(db.main, emailKey, time, owner)) throw new ApiError('email_taken')

  await db.main.transaction().execute(async (transaction) => {
    await lockUser(transaction, owner)
    const token = await createMailedToken(transaction, owner, 'change_email', time, email)
    const link = `${config.baseUrl}/verify-email/${token}`
    const text = renderLinkMail(toLanguage(user.language), { kind: 'emailChange', email }, link)
    await queueMail(transaction, { owner, recipient: email, text }, time)
  })
  context.wakeMailing()
}
