import { randomUUIDv7 } from 'node:crypto'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo } from '#server/db/owner.ts'
import { insertMail } from '#server/mail/mails.queries.ts'
import type { MailText } from '#server/mail/render-mail.ts'

export type NewMail = { owner: AccountNo; recipient: string; text: MailText }

/**
 * Puts a mail among those to be sent, as part of the caller's transaction. Once that is done, the caller
 * says so by `context.wakeMailing()`, else the mail waits for the next look.
 */
export async function queueMail(
  transaction: Handle,
  { owner, recipient, text }: NewMail,
  now: number,
): Promise<void> {
  await insertMail(transaction, {
    id: randomUUIDv7(),
    owner_no: owner,
    recipient,
    subject: text.subject,
    plain_text: text.plain,
    html: text.html,
    created_at: now,
    next_try_at: now,
  })
}
