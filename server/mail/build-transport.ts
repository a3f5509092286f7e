import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Services } from '#server/core/services.ts'
import { makePrivateDirectory, makePrivateFile } from '#server/db/sqlite/make-private.ts'
import { outboxDirectory, toFileName } from '#server/mail/delete-outbox.ts'
import type { MailRow } from '#server/db/schema/mails.table.ts'

/** Sends a mail; rejects when it fails or `signal` aborts. */
export type Transport = (mail: MailRow, signal: AbortSignal) => Promise<void>

const defaultSender = 'Promptshelf <no-reply@localhost>'

/** Milliseconds for each step of an SMTP dialogue. */
const stepMs = 15_000
const timeouts = {
  connectionTimeout: stepMs,
  greetingTimeout: stepMs,
  socketTimeout: stepMs,
  dnsTimeout: stepMs,
}

/** Returns SMTP if `SMTP_URL` is set, otherwise the outbox directory. */
export function buildTransport(context: Pick<Services, 'config' | 'log'>): Transport {
  const { smtpUrl } = context.config
  return smtpUrl === undefined ? toOutbox(context) : bySmtp(context, smtpUrl)
}

function bySmtp({ config }: Pick<Services, 'config'>, url: string): Transport {
  let transport: ReturnType<typeof openSmtp> | undefined
  return async (mail, signal) => {
    // Loaded with the first mail, which saves 3 MB on an idle server.
    transport ??= openSmtp(config, url)
    await (await transport).sendMail({ ...toMessage(config, mail), signal })
  }
}

async function openSmtp({ encryptsMails }: Services['config'], url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, ...timeouts, ...(encryptsMails && { requireTLS: true }) })
}

/** Connects to the mail server and logs in, without sending anything. Rejects with its error if that fails. */
export async function checkMailServer(config: Services['config'], url: string): Promise<void> {
  const transport = await openSmtp(config, url)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/**
 * One file per mail. On localhost the log shows its link, so that a trial needs no mail program.
 */
function toOutbox({ config, log }: Pick<Services, 'config' | 'log'>): Transport {
  const outbox = outboxDirectory(config)
  return async (mail, signal) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true })
    const { message } = await transport.sendMail({ ...toMessage(config, mail), signal })
    makePrivateDirectory(outbox)
    const file = join(outbox, toFileName(mail))
    // Renamed when it is complete, so that readers never see half a mail.
    makePrivateFile(`${file}.part`)
    await writeFile(`${file}.part`, message)
    await rename(`${file}.part`, file)
    // A link in the log would open the account to every reader of the log.
    const link = config.isLocal
      ? mail.plain_text.split('\n').find((line) => line.startsWith(config.baseUrl))
      : undefined
    log.info({ file, link }, 'A mail is in the outbox')
  }
}

function toMessage({ baseUrl, mailFrom }: Services['config'], mail: MailRow): SendMailOptions {
  return {
    from: mailFrom ?? defaultSender,
    // As an object, so that an address with a comma is not parsed as two.
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.plain_text,
    html: mail.html,
    // The same for each retry: mail programs show a duplicate once.
    messageId: `<${mail.id}@${new URL(baseUrl).hostname}>`,
    // Suppresses automatic replies.
    headers: { 'auto-submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
