import { screenAddress, screens } from '#contract/screens.ts'
import { toEmailKey } from '#server/users/users.rules.ts'
import { createMailedToken } from '#server/accounts/email/create-mailed-token.ts'
import { findUserByEmailKey, lockUser } from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { Language } from '#languages/languages.ts'
import { queueMail, transactWithMail } from '#server/mail/queue-mail.ts'
import { renderLinkMail } from '#server/mail/render-mail.ts'

/** Mails a link to reset the password to an address, if there is an account with it. */
export async function sendResetLink(
  services: Services,
  email: string,
  language: Language,
): Promise<void> {
  const { config } = services
  const user = await findUserByEmailKey(services.db.main, toEmailKey(email))
  if (user === undefined) return
  const { owner_no: owner, email: recipient } = user
  const time = services.now()
  await transactWithMail(services, async (transaction) => {
    // Of two concurrent requests, the later one must see and invalidate the other's link.
    await lockUser(transaction, owner)
    const token = await createMailedToken(transaction, owner, 'reset', time)
    const link = config.baseUrl + screenAddress(screens.resetPassword, { token })
    const text = renderLinkMail(language, { kind: 'reset', email: recipient }, link)
    await queueMail(transaction, { owner, recipient, text }, time)
  })
}
