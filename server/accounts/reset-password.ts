import { checkPassword } from '#server/accounts/check-password.ts'
import { hashPassword } from '#server/accounts/hash-password.ts'
import { findMailedToken, takeMailedToken } from '#server/accounts/mailed-tokens.queries.ts'
import { deleteSessions } from '#server/accounts/sessions.queries.ts'
import { lockUser, markEmailVerified, setPassword } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import { hashToken } from '#server/http/session-cookie.ts'

/**
 * Sets a password by a token, also for an account that had none, and ends all of its sessions. Who has
 * the token has read the account's mail, which proves the address.
 *
 * @throws ApiError `password_common`, `link_invalid`
 */
export async function resetPassword(
  { db, now }: AppContext,
  token: string,
  password: string,
): Promise<void> {
  await checkPassword(password)
  const tokenHash = hashToken(token)
  const time = now()
  // Before the password is hashed, which costs far more than trying a token.
  const found = await findMailedToken(db.main, tokenHash, 'reset', time)
  if (found === undefined) throw new ApiError('link_invalid')
  const owner = found.owner_no
  const passwordHash = await hashPassword(password)

  await db.main.transaction().execute(async (transaction) => {
    await lockUser(transaction, owner)
    if ((await takeMailedToken(transaction, tokenHash, 'reset', time)) === undefined) {
      throw new ApiError('link_invalid')
    }
    await setPassword(transaction, owner, passwordHash)
    await markEmailVerified(transaction, owner, time)
    await deleteSessions(transaction, owner)
  })
}
