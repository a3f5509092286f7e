import { createMailedToken } from '#server/accounts/create-mailed-token.ts'
import { getUser, lockUser } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { toLanguage, type Language } from '#server/http/request-language.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { renderLinkMail } from '#server/mail/render-mail.ts'
import { spendAttemptOn } from '#server/throttle/spend-attempt.ts'

/** Mails a link to prove the address of an account, as part of the caller's transaction. */
export async function sendVerificationLink(
  transaction: Handle,
  { config }: Pick<AppContext, 'config'>,
  { owner, email, language }: { owner: OwnerNo; email: string; language: Language },
  now: number,
): Promise<void> {
  const token = await createMailedToken(transaction, owner, 'verify', now)
  const text = renderLinkMail(
    language,
    { kind: 'verification', email },
    `${config.baseUrl}/verify-email/${token}`,
  )
  await queueMail(transaction, { owner, recipient: email, text }, now)
}

/**
 * Mails the link once more, which ends the former one, unless the address has been proved.
 *
 * @throws ApiError `too_many_attempts`
 */
export async function resendVerificationLink(context: AppContext, owner: OwnerNo): Promise<void> {
  const { db, now, wakeMailing } = context
  const { email, email_key, email_verified_at, language } = await getUser(db.main, owner)
  if (email_verified_at !== null) return
  await spendAttemptOn(context, 'mailVerificationLink', email_key)
  await db.main.transaction().execute(async (transaction) => {
    await lockUser(transaction, owner)
    const account = { owner, email, language: toLanguage(language) }
    await sendVerificationLink(transaction, context, account, now())
  })
  wakeMailing()
}
