import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '#server/core/services.ts'
import { buildTransport } from '#server/mail/build-transport.ts'
import { claimDueMail, type MailRow } from '#server/mail/mails.queries.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import { startLoop, type Loop } from '#server/work/start-loop.ts'

/** How often a server looks for mails that another one queued, or that are to be tried again. */
const lookEveryMs = 5_000
/** A slow reader's server holds up none but its own mail. */
const atOnce = 4
const sendingMs = 60_000
/** Longer than any sending takes, so that no mail is sent by two. */
const leaseMs = 5 * sendingMs
const stoppingMs = 3_000

/** Sends what is queued, now and from now on. To stop lets the mails under way be sent if that is quick. */
export function startMailing(context: Pick<Services, 'config' | 'db' | 'log' | 'now'>): Loop {
  const { db, log, now } = context
  const transport = buildTransport(context)
  const hurry = new AbortController()
  const underWay = new Set<Promise<void>>()
  const timing = { everyMs: lookEveryMs, failure: 'Mails could not be looked for' }
  const loop = startLoop(context, timing, takeUpDueMails)

  async function send(mail: MailRow): Promise<void> {
    try {
      const signal = AbortSignal.any([hurry.signal, AbortSignal.timeout(sendingMs)])
      await sendMail(context, transport, mail, signal)
    } catch (error) {
      log.error({ err: error }, 'What became of a mail could not be noted')
    }
  }

  async function takeUpDueMails(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted && underWay.size < atOnce) {
      const mail = await claimDueMail(db.main, now(), leaseMs)
      if (mail === undefined) return
      const sending = send(mail)
      underWay.add(sending)
      void sending.then(() => {
        underWay.delete(sending)
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
        Promise.all(underWay),
        delay(stoppingMs, undefined, { signal: patience.signal }).catch(() => {}),
      ])
      patience.abort()
      hurry.abort()
      await Promise.all(underWay)
    },
  }
}
