import { recordActivity, type Source } from '#server/users/record-activity.ts'
import { checkPassword } from '#server/accounts/password/check-password.ts'
import { hashPassword } from '#server/accounts/password/hash-password.ts'
import {
  deleteMailedTokens,
  findMailedToken,
  consumeMailedToken,
} from '#server/accounts/email/mailed-tokens.queries.ts'
import { deleteWaitingFactors } from '#server/accounts/factors/factors.queries.ts'
import { admitOwner } from '#server/accounts/blocking/admit-owner.ts'
import {
  deleteAll,
  deletePrograms,
  getUser,
  markEmailVerified,
  updateUser,
} from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import { ApiError } from '#server/core/api-error.ts'
import { hashToken } from '#server/accounts/create-token.ts'
import { queueNotice, transactWithMail } from '#server/mail/queue-mail.ts'

/**
 * Sets a password by a mailed token, also for an account without one, and ends all of its sessions and tokens. Second
 * factors stay, except pending ones. The token verifies the address, too. Returns the user's id.
 *
 * @throws ApiError `password_common`, `password_guessable`, `link_invalid`, `account_blocked`
 */
export async function resetPassword(
  services: Services,
  token: string,
  password: string,
  source: Source,
): Promise<string> {
  const { db, now } = services
  const tokenHash = hashToken(token)
  const time = now()
  // Before hashing, which costs far more than a guess at a token.
  const found = await findMailedToken(db.main, tokenHash, 'reset', time)
  if (found === undefined) throw new ApiError('link_invalid')
  await checkPassword(password, found.email)
  const passwordHash = await hashPassword(password)

  return transactWithMail(services, async (transaction) => {
    if ((await consumeMailedToken(transaction, tokenHash, ['reset'], time)) === undefined) {
      throw new ApiError('link_invalid')
    }
    const owner = await admitOwner(transaction, found.owner_no, 'mailed link')
    await updateUser(transaction, owner, { password_hash: passwordHash, mailbox_owned_at: time })
    await markEmailVerified(transaction, owner, time)
    await deleteMailedTokens(transaction, owner, ['change_email'])
    await deleteAll(transaction, 'sessions', owner)
    await deleteAll(transaction, 'pending_logins', owner)
    await deleteWaitingFactors(transaction, owner)
    await deletePrograms(transaction, owner)
    await recordActivity(transaction, owner, source, { kind: 'password_reset', at: time })
    await queueNotice(transaction, services, owner, { kind: 'password_changed' })
    return (await getUser(transaction, owner)).id
  })
}
