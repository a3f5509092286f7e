import { expect } from 'vitest'
import type { TestApp } from '#tests/support/library-test.ts'
import { waitFor } from './wait-for.ts'

export type MailedPage = 'verify-email' | 'reset' | 'undo-email' | 'stop-reset'

/** The tokens of all queued mails with a link to `page`, oldest first. Waits for at least one. */
export async function mailedTokens(app: TestApp, page: MailedPage): Promise<string[]> {
  return waitFor(async () => {
    const mails = await app.db.selectFrom('mails').selectAll().orderBy('id').execute()
    const tokens = mails
      .map((mail) => new RegExp(`/${page}/([\\w-]{43})\\n`).exec(mail.plain_text)?.[1])
      .filter((token) => token !== undefined)
    expect(tokens).not.toHaveLength(0)
    return tokens
  })
}

/** The token of the newest queued mail with a link to `page`. */
export async function mailedToken(app: TestApp, page: MailedPage): Promise<string> {
  return (await mailedTokens(app, page)).at(-1) ?? ''
}

/** The subjects of the mails queued for an address. */
export async function mailedSubjects(app: TestApp, recipient: string): Promise<string[]> {
  const mails = await app.db
    .selectFrom('mails')
    .select('subject')
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
  return mails.map(({ subject }) => subject)
}
