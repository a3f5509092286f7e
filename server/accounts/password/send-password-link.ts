import { screenAddress, screens } from '#contract/screens.ts'
import { toLanguage } from '#languages/languages.ts'
import { refuseBlocked } from '#server/accounts/blocking/admit-owner.ts'
import { createMailedToken } from '#server/accounts/email/create-mailed-token.ts'
import { getUser, lockUser } from '#server/users/users.queries.ts'
import { byOperator, recordActivity } from '#server/users/record-activity.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { renderLinkMail } from '#server/mail/render-mail.ts'

/** A new user may not read the mail right away. */
const invitationMs = 3 * 24 * 60 * 60_000

type PasswordLink = { kind: 'reset' | 'invitation'; isMailed: boolean }

/**
 * Creates a link to set a password, for an operator, within the caller's transaction: to be mailed, or passed on.
 * Replaces an earlier one.
 */
export async function sendPasswordLink(
  transaction: Handle,
  { config, now }: Pick<Services, 'config' | 'now'>,
  owner: OwnerNo,
  { kind, isMailed }: PasswordLink,
): Promise<string> {
  const time = now()
  const { email, language } = await getUser(transaction, owner)
  const life = kind === 'invitation' ? invitationMs : undefined
  const token = await createMailedToken(transaction, owner, 'reset', time, undefined, life)
  const link = config.baseUrl + screenAddress(screens.resetPassword, { token })
  if (isMailed) {
    const text = renderLinkMail(toLanguage(language), { kind, email }, link)
    await queueMail(transaction, { owner, recipient: email, text }, time)
  }
  return link
}

/**
 * Creates a link to reset the password of an account, for an operator.
 *
 * @throws ApiError `account_blocked`
 */
export async function createResetLink(
  services: Pick<Services, 'config' | 'db' | 'now'>,
  owner: OwnerNo,
  isMailed: boolean,
): Promise<string> {
  return services.db.main.transaction().execute(async (transaction) => {
    await lockUser(transaction, owner)
    await refuseBlocked(transaction, owner)
    const done = { kind: 'reset_link_created', at: services.now() } as const
    await recordActivity(transaction, owner, byOperator, done)
    return sendPasswordLink(transaction, services, owner, { kind: 'reset', isMailed })
  })
}
