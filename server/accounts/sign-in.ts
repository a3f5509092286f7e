import { toEmailKey } from '#server/accounts/accounts.rules.ts'
import { isPassword, noPassword } from '#server/accounts/hash-password.ts'
import { findUserByEmailKey } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import { spendAttemptFrom, spendAttemptOn } from '#server/throttle/spend-attempt.ts'

/** Who has proved to be who, and by which password. */
export type SignedIn = { owner: OwnerNo; passwordHash: string }

/**
 * Whose e-mail and password these are. An address without an account, or an account without a
 * password, takes the same time and gives the same answer as a wrong password.
 *
 * @throws ApiError `password_wrong`, `too_many_attempts`
 */
export async function signIn(
  context: AppContext,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<SignedIn> {
  const emailKey = toEmailKey(email)
  const attempts = [
    await spendAttemptFrom(context, 'signInFromAddress', address),
    await spendAttemptOn(context, 'signInToAccount', emailKey),
  ]
  const user = await findUserByEmailKey(context.db.main, emailKey)
  const isRight = await isPassword(password, user?.password_hash ?? noPassword)
  if (user === undefined || user.password_hash === null || !isRight) {
    throw new ApiError('password_wrong')
  }
  for (const attempt of attempts) await attempt.putBack()
  return { owner: user.owner_no, passwordHash: user.password_hash }
}
