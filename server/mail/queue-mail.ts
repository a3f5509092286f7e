import { randomUUIDv7 } from 'node:crypto'
import { toEmailKey } from '#server/users/users.rules.ts'
import { recordActivity, type Done, type Source } from '#server/users/record-activity.ts'
import { getUser, isClosed } from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import { toLanguage } from '#languages/languages.ts'
import {
  renderNotice,
  renderPartingMail,
  type MailText,
  type Notice,
} from '#server/mail/render-mail.ts'
import { hasAttemptOn } from '#server/core/throttle/spend-attempt.ts'

export type NewMail = { owner: AccountNo; recipient: string; text: MailText }

/**
 * Queues a mail within the caller's transaction, unless the account is blocked. After the commit, call
 * `services.wakeMailing()` to send it immediately instead of at the next interval, as `transactWithMail` does.
 */
export async function queueMail(
  transaction: Handle,
  { owner, recipient, text }: NewMail,
  now: number,
): Promise<void> {
  if (await isClosed(transaction, owner)) return
  await insertMail(transaction, { owner, recipient, text }, now)
}

/** Queues the mail that confirms the deletion of an account. It outlives the account. */
export async function queuePartingMail(
  transaction: Handle,
  { config, now }: Pick<Services, 'config' | 'now'>,
  { email, language }: { email: string; language: string },
): Promise<void> {
  const text = renderPartingMail(toLanguage(language), email, config.baseUrl)
  await insertMail(transaction, { owner: null, recipient: email, text }, now())
}

async function insertMail(
  transaction: Handle,
  { owner, recipient, text }: Omit<NewMail, 'owner'> & { owner: AccountNo | null },
  now: number,
): Promise<void> {
  const mail = {
    id: randomUUIDv7(),
    owner_no: owner,
    recipient,
    subject: text.subject,
    plain_text: text.plain,
    html: text.html,
    created_at: now,
    next_try_at: now,
  }
  await transaction.insertInto('mails').values(mail).execute()
}

/**
 * Queues a notice to an account's owner, within the caller's transaction. Limited per mailbox: it may belong to a
 * stranger whose address someone has registered to log in and change things again and again.
 */
export async function queueNotice(
  transaction: Handle,
  services: Pick<Services, 'config' | 'now'>,
  owner: OwnerNo,
  notice: Notice,
): Promise<void> {
  const { config, now } = services
  const { email, language } = await getUser(transaction, owner)
  if (!(await hasAttemptOn(transaction, services, 'mailNotice', toEmailKey(email)))) return
  const text = renderNotice(toLanguage(language), email, notice, config.baseUrl)
  await queueMail(transaction, { owner, recipient: email, text }, now())
}

/** Records an event of an account and queues a notice about it, within the caller's transaction. */
export async function recordWithNotice(
  transaction: Handle,
  services: Pick<Services, 'config' | 'now'>,
  owner: OwnerNo,
  source: Source,
  done: Done & Notice,
): Promise<void> {
  await recordActivity(transaction, owner, source, done)
  await queueNotice(transaction, services, owner, done)
}

/** Runs a transaction that may queue mails, and starts sending them after its commit. */
export async function transactWithMail<T>(
  { db, wakeMailing }: Pick<Services, 'db' | 'wakeMailing'>,
  run: (transaction: Handle) => Promise<T>,
): Promise<T> {
  const outcome = await db.main.transaction().execute(run)
  wakeMailing()
  return outcome
}
