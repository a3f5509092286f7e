import { checkPassword } from '#server/accounts/check-password.ts'
import { createAccount } from '#server/accounts/create-account.ts'
import { hashPassword } from '#server/accounts/hash-password.ts'
import type { AppContext } from '#server/context.ts'
import { isUniqueViolation } from '#server/db/failures.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'

/**
 * Makes an account that signs in by a password.
 *
 * @throws ApiError `email_taken`, `password_common`
 */
export async function registerUser(
  { catalogue, db, now }: AppContext,
  { email, password }: { email: string; password: string },
): Promise<OwnerNo> {
  await checkPassword(password)
  const account = {
    email,
    language: 'en',
    passwordHash: await hashPassword(password),
    googleSubject: null,
    verifiedAt: null,
  }
  try {
    return await db.main
      .transaction()
      .execute((transaction) => createAccount(transaction, account, catalogue, now()))
  } catch (error) {
    // Asking before inserting would still let two registrations at once through to here.
    if (isUniqueViolation(error)) throw new ApiError('email_taken')
    throw error
  }
}
