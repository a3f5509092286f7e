import { timeouts } from '#server/mail/build-transport.ts'

/** Connects to a mail server and logs in, without sending anything. Rejects with its error if that fails. */
export async function checkMailServer(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, ...timeouts })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
