import { randomUUIDv7 } from 'node:crypto'
import { byOperator, recordActivity } from '#server/users/record-activity.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { lockLibrary } from '#server/users/libraries.queries.ts'
import { insertCreditEntry, sumCredits } from '#server/billing/plans/credits.queries.ts'

/** Grants an owner credits, a whole number above 0, for an operator. Returns the balance. */
export async function grantCredits(
  { db, now }: Pick<Services, 'db' | 'now'>,
  owner: OwnerNo,
  amount: number,
): Promise<number> {
  const at = now()
  return db.main.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    const reason = 'operator_granted'
    const entry = { id: randomUUIDv7(), owner_no: owner, amount, reason, at } as const
    await insertCreditEntry(transaction, { ...entry, subscription_id: null })
    const done = { kind: 'credits_granted', name: String(amount), at } as const
    await recordActivity(transaction, owner, byOperator, done)
    return (await sumCredits(transaction, owner, at)).credits
  })
}
