import { toEmailKey } from '#server/accounts/accounts.rules.ts'
import { isPassword, noPassword } from '#server/accounts/hash-password.ts'
import { findUserByEmailKey } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'

/**
 * Whose e-mail and password these are. An address without an account, or an account without a
 * password, takes the same time and gives the same answer as a wrong password.
 *
 * @throws ApiError `password_wrong`
 */
export async function signIn(
  { db }: AppContext,
  { email, password }: { email: string; password: string },
): Promise<OwnerNo> {
  const user = await findUserByEmailKey(db.main, toEmailKey(email))
  const isRight = await isPassword(password, user?.password_hash ?? noPassword)
  if (user === undefined || user.password_hash === null || !isRight) {
    throw new ApiError('password_wrong')
  }
  return user.owner_no
}
