import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext } from '#server/context.ts'
import { buildTransport } from '#server/mail/build-transport.ts'
import { claimDueMail, type MailRow } from '#server/mail/mails.queries.ts'
import { sendMail } from '#server/mail/send-mail.ts'

export type Mailing = {
  /** Looks for mails at once: one has been queued. */
  wake: () => void
  /** Lets the mails under way be sent, if that does not take long, and takes up no other. */
  stop: () => Promise<void>
}

/** How often a server looks for mails that another one queued, or that are to be tried again. */
const lookEveryMs = 5_000
/** A slow reader's server holds up none but its own mail. */
const atOnce = 4
const sendingMs = 60_000
/** Longer than any sending takes, so that no mail is sent by two. */
const leaseMs = 5 * sendingMs
const stoppingMs = 3_000

/** Sends what is queued, now and from now on, in the background. */
export function startMailing(context: Pick<AppContext, 'config' | 'db' | 'log' | 'now'>): Mailing {
  const { db, log, now } = context
  const transport = buildTransport(context)
  const stopping = new AbortController()
  const hurry = new AbortController()
  const underWay = new Set<Promise<void>>()
  let isFailing = false
  let somethingIsUp = Promise.withResolvers<void>()

  const wake = () => somethingIsUp.resolve()

  async function send(mail: MailRow): Promise<void> {
    try {
      const signal = AbortSignal.any([hurry.signal, AbortSignal.timeout(sendingMs)])
      await sendMail(context, transport, mail, signal)
    } catch (error) {
      log.error({ err: error }, 'What became of a mail could not be noted')
    }
  }

  async function takeUpDueMails(): Promise<void> {
    while (!stopping.signal.aborted && underWay.size < atOnce) {
      const mail = await claimDueMail(db.main, now(), leaseMs)
      if (mail === undefined) return
      const sending = send(mail)
      underWay.add(sending)
      void sending.then(() => {
        underWay.delete(sending)
        wake()
      })
    }
  }

  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      somethingIsUp = Promise.withResolvers()
      try {
        await takeUpDueMails()
        isFailing = false
      } catch (error) {
        // Once, not every few seconds for as long as the database is away.
        if (!isFailing) log.error({ err: error }, 'Mails could not be looked for')
        isFailing = true
      }
      const timer = setTimeout(wake, lookEveryMs)
      if (!stopping.signal.aborted) await somethingIsUp.promise
      clearTimeout(timer)
    }
  }

  const looking = look()
  return {
    wake,
    stop: async () => {
      stopping.abort()
      wake()
      await looking
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
