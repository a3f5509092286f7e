import { deleteMailedTokens } from '#server/accounts/email/mailed-tokens.queries.ts'
import { getUser, lockUser, markEmailVerified } from '#server/users/users.queries.ts'
import { byOperator, recordActivity } from '#server/users/record-activity.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'

/**
 * Marks an account's address as verified at an operator's request. Whether its user reads the mail is still unknown, so
 * Google may take the account over as before. Returns whether it was not verified.
 */
export async function confirmEmail(
  { db, now }: Pick<Services, 'db' | 'now'>,
  owner: OwnerNo,
): Promise<boolean> {
  const at = now()
  return db.main.transaction().execute(async (transaction) => {
    await lockUser(transaction, owner)
    const { email_verified_at } = await getUser(transaction, owner)
    if (email_verified_at !== null) return false
    await markEmailVerified(transaction, owner, at)
    await deleteMailedTokens(transaction, owner, ['verify'])
    await recordActivity(transaction, owner, byOperator, { kind: 'email_verified', at })
    return true
  })
}
