import { randomUUIDv7 } from 'node:crypto'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { lockLibrary } from '#server/library/libraries.queries.ts'
import { insertCreditEntry, sumCredits } from '#server/plans/credits.queries.ts'

/**
 * Spends an owner's credits, a whole number above 0, within the transaction of the action that they pay
 * for. Concurrent spending never takes the balance below zero.
 *
 * @throws ApiError `credits_missing`
 */
export async function spendCredits(
  transaction: Handle,
  owner: OwnerNo,
  { action, amount }: { action: string; amount: number },
  { now }: Pick<Services, 'now'>,
): Promise<void> {
  // Serialises spending per owner until the transaction ends.
  await lockLibrary(transaction, owner)
  const at = now()
  const { credits } = await sumCredits(transaction, owner, at)
  if (credits < amount) throw new ApiError('credits_missing')
  await insertCreditEntry(transaction, {
    id: randomUUIDv7(),
    owner_no: owner,
    amount: -amount,
    reason: `spent:${action}`,
    at,
    subscription_id: null,
  })
}
