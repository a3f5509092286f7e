import type { Services } from '#server/core/services.ts'
import type { Transport } from '#server/mail/build-transport.ts'
import { deleteMail, postponeMail, type MailRow } from '#server/mail/mails.queries.ts'

type MailingContext = Pick<Services, 'db' | 'log' | 'now'>

const firstPauseMs = 10_000
const longestPauseMs = 60 * 60_000
const givenUpAfterMs = 2 * 24 * 60 * 60_000

/**
 * Sends a claimed mail, after which nothing is left of it. What cannot be sent is tried again, after
 * pauses that grow from ten seconds to an hour; after two days it is given up. The log tells of either,
 * without a word of the mail or its reader.
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
    if (now() >= mail.created_at + givenUpAfterMs) {
      await deleteMail(db.main, mail.id)
      log.error({ ...particulars, reason }, 'A mail could not be sent for two days and is given up')
      return
    }
    const pauseMs = Math.min(firstPauseMs * 2 ** (mail.tries - 1), longestPauseMs)
    await postponeMail(db.main, mail, now() + pauseMs)
    log.warn({ ...particulars, reason, pauseMs }, 'A mail could not be sent yet')
    return
  }
  await deleteMail(db.main, mail.id)
  log.info(particulars, 'A mail was sent')
}

type MailFailure = Error & { code?: string; command?: string; responseCode?: number }

/** What kind of failure it was. The whole message may name the reader, as mail servers do. */
function toReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, command, name, responseCode }: MailFailure = error
  return [code ?? name, command, responseCode].filter((part) => part !== undefined).join(' ')
}
