import { randomUUIDv7 } from 'node:crypto'
import { toEmailKey } from '#server/accounts/accounts.rules.ts'
import { hashPassword } from '#server/accounts/hash-password.ts'
import { insertUser } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import { isUniqueViolation } from '#server/db/failures.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import { startFreePlan } from '#server/plans/start-free-plan.ts'
import { insertLibrary } from '#server/library/libraries.queries.ts'

/**
 * Makes an account with its empty library, on the free plan.
 *
 * @throws ApiError `email_taken`
 */
export async function registerUser(
  { catalogue, db, now }: AppContext,
  { email, password }: { email: string; password: string },
): Promise<OwnerNo> {
  const passwordHash = await hashPassword(password)
  const time = now()
  try {
    return await db.main.transaction().execute(async (transaction) => {
      const owner = await insertUser(transaction, {
        id: randomUUIDv7(),
        email,
        email_key: toEmailKey(email),
        password_hash: passwordHash,
        email_verified_at: null,
        free_plan_used_at: time,
        created_at: time,
      })
      await insertLibrary(transaction, owner)
      await startFreePlan(transaction, owner, catalogue, time)
      return owner
    })
  } catch (error) {
    // Asking before inserting would still let two registrations at once through to here.
    if (isUniqueViolation(error)) throw new ApiError('email_taken')
    throw error
  }
}
