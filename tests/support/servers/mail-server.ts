import { setTimeout as delay } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as received. */
export type ReceivedMail = {
  /** The recipients of the envelope, which may differ from the header. */
  recipients: string[]
  subject: string
  text: string
  html: string
  /** The first link in its text. */
  link: string
  /** The rest of the mail. */
  parsed: Email
}

export type MailServer = {
  /** The variables that make the server use it, as in `.env.example`. */
  environment: { SMTP_URL: string; MAIL_FROM: string }
  /** The mails received, in order. */
  mails: ReceivedMail[]
  /**
   * How it handles mails: accepts them, rejects them temporarily, does not answer the greeting, or receives a mail
   * without ever confirming it.
   */
  mood: 'takes' | 'refuses' | 'is silent' | 'never ends'
  /** How many deliveries have started. */
  attempts: number
  /** The newest mail to an address, once at least `count` have arrived. */
  waitForMail: (recipient: string, count?: number) => Promise<ReceivedMail>
  goDown: () => Promise<void>
  /** On the same port as before. */
  comeBack: () => Promise<void>
  stop: () => Promise<void>
}

/** More than a busy machine needs. */
const patienceMs = 90_000
const refusal = Object.assign(new Error('Try again later'), { responseCode: 451 })

/** A real mail server that stores the received mails. */
export async function startMailServer(): Promise<MailServer> {
  let port = 0
  let smtp: SMTPServer | undefined

  const listen = async () => {
    const server = makeSmtp()
    smtp = server
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    // Tests disconnect senders on purpose.
    server.on('error', () => {})
    port = (server.server.address() as AddressInfo).port
  }
  const close = async () => {
    const server = smtp
    smtp = undefined
    if (server !== undefined) await new Promise<void>((resolve) => server.close(resolve))
  }

  const makeSmtp = () =>
    new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      closeTimeout: 100,
      onConnect: (_session, done) => {
        if (mailServer.mood !== 'is silent') done()
        else mailServer.attempts++
      },
      onMailFrom: (_address, _session, done) => {
        mailServer.attempts++
        done(mailServer.mood === 'refuses' ? refusal : null)
      },
      onData: (stream, session, done) => {
        void buffer(stream).then(async (message) => {
          if (mailServer.mood === 'never ends') return
          const recipients = session.envelope.rcptTo.map(({ address }) => address)
          mailServer.mails.push(toReceived(recipients, await PostalMime.parse(message)))
          done()
        })
      },
    })

  const mailServer: MailServer = {
    environment: { SMTP_URL: '', MAIL_FROM: 'Promptshelf <shelf@example.com>' },
    mails: [],
    mood: 'takes',
    attempts: 0,
    waitForMail: async (recipient, count = 1) => {
      const givesUpAt = Date.now() + patienceMs
      while (true) {
        const mails = mailServer.mails.filter((mail) => mail.recipients.includes(recipient))
        const newest = mails.at(-1)
        if (newest !== undefined && mails.length >= count) return newest
        if (Date.now() > givesUpAt) {
          throw new Error(`Of ${count} mails to ${recipient}, ${mails.length} have arrived.`)
        }
        await delay(20)
      }
    },
    goDown: close,
    comeBack: listen,
    stop: close,
  }
  await listen()
  mailServer.environment.SMTP_URL = `smtp://127.0.0.1:${port}`
  return mailServer
}

function toReceived(recipients: string[], parsed: Email): ReceivedMail {
  const { subject = '', text = '', html = '' } = parsed
  return { recipients, subject, text, html, link: /https?:\S+/.exec(text)?.[0] ?? '', parsed }
}
