import { screenAddress, screens } from '#contract/screens.ts'
import { createMailedToken } from '#server/accounts/email/create-mailed-token.ts'
import { createMailedCode } from '#server/accounts/email/mailed-code.ts'
import { getUser, lockUser } from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { toLanguage, type Language } from '#languages/languages.ts'
import { queueMail, transactWithMail } from '#server/mail/queue-mail.ts'
import { renderLinkMail } from '#server/mail/render-mail.ts'
import { spendAttemptOn } from '#server/core/throttle/spend-attempt.ts'

/**
 * Mails a link to verify an account's address, within the caller's transaction, with a code for the session that
 * requested it, if any.
 */
export async function sendVerificationLink(
  transaction: Handle,
  { config }: Pick<Services, 'config'>,
  { owner, email, language }: { owner: OwnerNo; email: string; language: Language },
  now: number,
  sessionHash?: string,
): Promise<void> {
  const token = await createMailedToken(transaction, owner, 'verify', now)
  const code =
    sessionHash === undefined
      ? undefined
      : await createMailedCode(transaction, owner, 'verify', { sessionHash, now })
  const text = renderLinkMail(
    language,
    { kind: 'verification', email },
    config.baseUrl + screenAddress(screens.verifyEmail, { token }),
    code,
  )
  await queueMail(transaction, { owner, recipient: email, text }, now)
}

/**
 * Mails another link, which invalidates the previous one, unless the address is verified.
 *
 * @throws ApiError `too_many_attempts`
 */
export async function resendVerificationLink(
  services: Services,
  owner: OwnerNo,
  sessionHash?: string,
): Promise<void> {
  const { db, now } = services
  const { email, email_key, email_verified_at, language } = await getUser(db.main, owner)
  if (email_verified_at !== null) return
  await spendAttemptOn(services, 'mailVerificationLink', email_key)
  await transactWithMail(services, async (transaction) => {
    await lockUser(transaction, owner)
    const account = { owner, email, language: toLanguage(language) }
    await sendVerificationLink(transaction, services, account, now(), sessionHash)
  })
}
