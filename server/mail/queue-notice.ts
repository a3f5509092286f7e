import type { AppContext } from '#server/context.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { toLanguage } from '#server/http/request-language.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { renderNotice, type Notice } from '#server/mail/render-mail.ts'

type Recipient = { owner: OwnerNo; email: string; language: string }

/** Queues a mail that tells an account's owner what has happened to it, as part of the transaction. */
export async function queueNotice(
  transaction: Handle,
  { config, now }: Pick<AppContext, 'config' | 'now'>,
  { owner, email, language }: Recipient,
  notice: Notice,
): Promise<void> {
  const text = renderNotice(toLanguage(language), email, notice, config.baseUrl)
  await queueMail(transaction, { owner, recipient: email, text }, now())
}
