import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { Email } from '#contract/accounts/account-fields.ts'
import { CommandError, UsageError, type Command } from '#server/operate/admin/define-command.ts'
import { toIso, toMinute, toPlain, toTable } from '#server/operate/admin/format-text.ts'
import { listQueuedMails, retryMails } from '#server/operate/admin/mails.queries.ts'
import { buildTransport } from '#server/mail/build-transport.ts'
import { toReason } from '#server/mail/send-mail.ts'

const testMs = 60_000
const mostListed = 1_000
const subject = 'Test mail of Promptshelf'
const sentence = 'This mail shows that your Promptshelf server can send mail.'

export const mailCommands: readonly Command[] = [
  {
    name: 'mail test',
    operands: ['EMAIL'],
    options: {},
    summary: 'Send a test mail to an address, now.',
    details:
      'By SMTP_URL from MAIL_FROM, or to DATA_DIR/outbox without one. Fails with what the mail server said.',
    needs: 'services',
    run: async ({ config, services }, { operands }) => {
      const { data: recipient } = z.safeParse(Email, operands['EMAIL'])
      if (recipient === undefined) {
        throw new UsageError(`"${operands['EMAIL']}" is not an e-mail address.`)
      }
      const at = services.now()
      const mail = { id: randomUUID(), owner_no: 0, recipient, subject, created_at: at }
      const texts = { plain_text: `${sentence}\n`, html: `<p>${sentence}</p>\n` }
      try {
        const row = { ...mail, ...texts, next_try_at: at, tries: 0 }
        await buildTransport(services)(row, AbortSignal.timeout(testMs))
      } catch (error) {
        const { response = '' } = error as { response?: string }
        throw new CommandError(
          `The mail could not be sent: ${toReason(error)}. ${toPlain(response)}`.trim(),
          { cause: error },
        )
      }
      const isSent = config.smtpUrl !== undefined
      const where = isSent ? 'is sent' : `is in ${config.dataDir}/outbox, as SMTP_URL is not set`
      return { text: `The mail to ${toPlain(recipient)} ${where}.`, json: { recipient, isSent } }
    },
  },
  {
    name: 'mail list',
    operands: [],
    options: {},
    summary: 'List the unsent mails, oldest first.',
    details:
      'A mail that fails is tried again after ten seconds to an hour, and dropped after two days. Its text is not ' +
      'shown: it may have a link into an account.',
    needs: 'services',
    run: async ({ services: { db } }) => {
      const rows = await listQueuedMails(db.main, mostListed)
      const mails = rows.map(
        ({ id, recipient, subject: about, created_at, next_try_at, tries }) => ({
          id,
          recipient,
          subject: about,
          queuedAt: toIso(created_at),
          nextTryAt: toIso(next_try_at),
          tries,
        }),
      )
      const table = rows.map((row) => [
        row.id,
        toPlain(row.recipient),
        toPlain(row.subject),
        toMinute(row.created_at),
        row.tries,
        toMinute(row.next_try_at),
      ])
      const titles = ['id', 'to', 'subject', 'queued', 'tries', 'next try']
      return {
        text: mails.length === 0 ? 'No unsent mails.' : toTable(titles, table),
        json: { mails },
      }
    },
  },
  {
    name: 'mail retry',
    operands: ['[ID]'],
    options: {},
    summary: 'Retry unsent mails now: one of them, or all.',
    details: 'The running server sends them within seconds.',
    needs: 'services',
    run: async ({ services: { db, now } }, { operands }) => {
      const id = operands['ID']
      const count = await retryMails(db.main, id, now())
      if (id !== undefined && count === 0) throw new CommandError(`There is no unsent mail ${id}.`)
      return { text: `Due now: ${count}.`, json: { count } }
    },
  },
]
