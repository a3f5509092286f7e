import { checkPassword } from '#server/accounts/check-password.ts'
import { hashPassword } from '#server/accounts/hash-password.ts'
import {
  deleteMailedTokens,
  findMailedToken,
  takeMailedToken,
} from '#server/accounts/mailed-tokens.queries.ts'
import { deleteSessions } from '#server/accounts/sessions.queries.ts'
import { getUser, lockUser, markEmailVerified, updateUser } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import { hashToken } from '#server/http/session-cookie.ts'
import { queueNotice } from '#server/mail/queue-mail.ts'

/**
 * Sets a password by a token, also for an account that had none, and ends all of its sessions. Who has
 * the token has read the account's mail, which proves the address. Returns the user's id.
 *
 * @throws ApiError `password_common`, `link_invalid`
 */
export async function resetPassword(
  context: AppContext,
  token: string,
  password: string,
): Promise<string> {
  const { db, now } = context
  await checkPassword(password)
  const tokenHash = hashToken(token)
  const time = now()
  // Before the password is hashed, which costs far more than trying a token.
  const found = await findMailedToken(db.main, tokenHash, 'reset', time)
  if (found === undefined) throw new ApiError('link_invalid')
  const owner = found.owner_no
  const passwordHash = await hashPassword(password)

  const userId = await db.main.transaction().execute(async (transaction) => {
    await lockUser(transaction, owner)
    if ((await takeMailedToken(transaction, tokenHash, ['reset'], time)) === undefined) {
      throw new ApiError('link_invalid')
    }
    await updateUser(transaction, owner, { password_hash: passwordHash, mailbox_owned_at: time })
    await markEmailVerified(transaction, owner, time)
    await deleteMailedTokens(transaction, owner, ['change_email'])
    await deleteSessions(transaction, owner)
    const { id, email, language } = await getUser(transaction, owner)
    await queueNotice(
      transaction,
      context,
      { owner, email, language },
      { kind: 'password_changed' },
    )
    return id
  })
  context.wakeMailing()
  return userId
}
