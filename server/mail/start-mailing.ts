import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '#server/core/services.ts'
import { buildTransport } from '#server/mail/build-transport.ts'
import { claimDue } from '#server/core/jobs/retry-queue.queries.ts'
import type { MailRow } from '#server/db/schema/mails.table.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import { startLoop, type Loop } from '#server/core/jobs/start-loop.ts'

/** The interval for mails that another server queued, and for retries. */
const pollMs = 5_000
/** Mails sent concurrently, so that a slow mail server delays only its own. */
const maxConcurrent = 4
const sendingMs = 60_000
/** Longer than any sending takes, so that no mail is sent twice. */
const leaseMs = 5 * sendingMs
const stoppingMs = 3_000

/** Sends queued mails in the background. Stopping waits briefly for those in progress. */
export function startMailing(context: Pick<Services, 'config' | 'db' | 'log' | 'now'>): Loop {
  const { db, log, now } = context
  const transport = buildTransport(context)
  const hurry = new AbortController()
  const inFlight = new Set<Promise<void>>()
  const timing = { everyMs: pollMs, failure: 'Queued mails could not be read' }
  const loop = startLoop(context, timing, takeUpDueMails)

  async function send(mail: MailRow): Promise<void> {
    try {
      const signal = AbortSignal.any([hurry.signal, AbortSignal.timeout(sendingMs)])
      await sendMail(context, transport, mail, signal)
    } catch (error) {
      log.error({ err: error }, 'The outcome of a mail could not be stored')
    }
  }

  async function takeUpDueMails(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted && inFlight.size < maxConcurrent) {
      const mail = await claimDue(db.main, 'mails', now(), leaseMs)
      if (mail === undefined) return
      const sending = send(mail)
      inFlight.add(sending)
      void sending.then(() => {
        inFlight.delete(sending)
        loop.wake()
      })
    }
  }

  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop()
      const patience = new AbortController()
      await Promise.race([
        Promise.all(inFlight),
        delay(stoppingMs, undefined, { signal: patience.signal }).catch(() => {}),
      ])
      patience.abort()
      hurry.abort()
      await Promise.all(inFlight)
    },
  }
}
