import type { Services } from '#server/core/services.ts'
import type { Transport } from '#server/mail/build-transport.ts'
import {
  removeFromQueue,
  retryPause,
  scheduleRetry,
} from '#server/core/jobs/retry-queue.queries.ts'
import type { MailRow } from '#server/db/schema/mails.table.ts'

type MailingContext = Pick<Services, 'db' | 'log' | 'now'>

const dropAfterMs = 2 * 24 * 60 * 60_000

/**
 * Sends a claimed mail and deletes it. A mail that cannot be sent is retried, and dropped after two
 * days. The log records both, without the mail's text or recipient.
 */
export async function sendMail(
  { db, log, now }: MailingContext,
  transport: Transport,
  mail: MailRow,
  signal: AbortSignal,
): Promise<void> {
  const particulars = { mailId: mail.id, tries: mail.tries }
  try {
    await transport(mail, signal)
  } catch (error) {
    const reason = toReason(error)
    if (now() >= mail.created_at + dropAfterMs) {
      await removeFromQueue(db.main, 'mails', mail.id)
      log.error({ ...particulars, reason }, 'Dropped a mail that could not be sent for two days')
      return
    }
    const pauseMs = retryPause(mail.tries)
    await scheduleRetry(db.main, 'mails', mail, now() + pauseMs)
    const fault = reason.startsWith('ETLS')
      ? 'A mail was not sent, because the connection to the mail server cannot be encrypted; retrying'
      : 'A mail could not be sent; retrying'
    log.warn({ ...particulars, reason, pauseMs }, fault)
    return
  }
  await removeFromQueue(db.main, 'mails', mail.id)
  log.info(particulars, 'A mail was sent')
}

type MailFailure = Error & { code?: string; command?: string; responseCode?: number }

/** The kind of failure: a mail server's whole message may name the recipient. */
export function toReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, command, name, responseCode }: MailFailure = error
  return [code ?? name, command, responseCode].filter((part) => part !== undefined).join(' ')
}
