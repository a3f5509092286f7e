import { toEmailKey } from '#server/accounts/accounts.rules.ts'
import { createMailedToken } from '#server/accounts/create-mailed-token.ts'
import { findUserByEmailKey, lockUser } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import type { Language } from '#server/http/request-language.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { renderLinkMail } from '#server/mail/render-mail.ts'

/** Mails a link to set another password to an account's address, if there is an account with it. */
export async function sendResetLink(
  { config, db, now, wakeMailing }: AppContext,
  email: string,
  language: Language,
): Promise<void> {
  const user = await findUserByEmailKey(db.main, toEmailKey(email))
  if (user === undefined) return
  const { owner_no: owner, email: recipient } = user
  const time = now()
  await db.main.transaction().execute(async (transaction) => {
    // Of two at once, the later one is to see and end the other's link.
    await lockUser(transaction, owner)
    const token = await createMailedToken(transaction, owner, 'reset', time)
    const link = `${config.baseUrl}/forgot-password/reset/${token}`
    const text = renderLinkMail(language, { kind: 'reset', email: recipient }, link)
    await queueMail(transaction, { owner, recipient, text }, time)
  })
  wakeMailing()
}
