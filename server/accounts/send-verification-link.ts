import { createMailedToken } from '#server/accounts/create-mailed-token.ts'
import type { AppContext } from '#server/context.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { Language } from '#server/http/request-language.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { renderVerificationMail } from '#server/mail/render-verification-mail.ts'

/** Mails a link to prove the address of a new account; part of the registering transaction. */
export async function sendVerificationLink(
  transaction: Handle,
  { config }: Pick<AppContext, 'config'>,
  { owner, email, language }: { owner: OwnerNo; email: string; language: Language },
  now: number,
): Promise<void> {
  const token = await createMailedToken(transaction, owner, 'verify', now)
  const text = renderVerificationMail(language, email, `${config.baseUrl}/verify-email/${token}`)
  await queueMail(transaction, { owner, recipient: email, text }, now)
}
