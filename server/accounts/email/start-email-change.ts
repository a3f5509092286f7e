import { screenAddress, screens } from '#contract/screens.ts'
import { checkRegistration } from '#server/accounts/password/check-registration.ts'
import { toEmailKey } from '#server/users/users.rules.ts'
import { createMailedToken } from '#server/accounts/email/create-mailed-token.ts'
import { createMailedCode } from '#server/accounts/email/mailed-code.ts'
import { isEmailReserved } from '#server/accounts/email/mailed-tokens.queries.ts'
import { lockSession } from '#server/accounts/session/lock-session.ts'
import { findUserByEmailKey, getUser } from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { SessionActor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import { toLanguage } from '#languages/languages.ts'
import { queueMail, transactWithMail } from '#server/mail/queue-mail.ts'
import { renderLinkMail } from '#server/mail/render-mail.ts'
import { spendAttemptOn } from '#server/core/throttle/spend-attempt.ts'

/**
 * Mails a link to a new address, which replaces the account's when the link is opened or its code is entered. Cancels
 * an earlier pending change.
 *
 * @throws ApiError `email_taken`, `registration_restricted`, `too_many_attempts`, `not_logged_in`
 */
export async function startEmailChange(
  services: Services,
  actor: SessionActor,
  email: string,
): Promise<void> {
  const { config, db, now } = services
  const { owner, tokenHash: sessionHash } = actor
  const time = now()
  const user = await getUser(db.main, owner)
  await spendAttemptOn(services, 'changeEmail', user.email_key)
  if (config.registration !== 'closed') checkRegistration(config.registration, email)
  const emailKey = toEmailKey(email)
  const other = await findUserByEmailKey(db.main, emailKey)
  if (other !== undefined && other.owner_no !== owner) throw new ApiError('email_taken')
  if (await isEmailReserved(db.main, emailKey, time, owner)) throw new ApiError('email_taken')

  await transactWithMail(services, async (transaction) => {
    await lockSession(transaction, actor)
    const token = await createMailedToken(transaction, owner, 'change_email', time, email)
    const link = config.baseUrl + screenAddress(screens.verifyEmail, { token })
    const asked = { sessionHash, now: time, email }
    const code = await createMailedCode(transaction, owner, 'change_email', asked)
    const language = toLanguage(user.language)
    const text = renderLinkMail(language, { kind: 'emailChange', email }, link, code)
    await queueMail(transaction, { owner, recipient: email, text }, time)
  })
}
