import { randomUUIDv7 } from 'node:crypto'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { lockLibrary } from '#server/users/libraries.queries.ts'
import { insertCreditEntry } from '#server/billing/plans/credits.queries.ts'
import { getBalance } from '#server/billing/plans/terms/get-balance.ts'

/**
 * Spends an owner's credits, a whole number above 0, within the transaction of the action that they pay
 * for. Concurrent spending never takes the balance below zero. Without plans and a monthly allowance, it is only recorded.
 *
 * @param at when the action began, in milliseconds since 1970
 * @throws ApiError `credits_missing`; without plans `allowance_used`
 */
export async function spendCredits(
  transaction: Handle,
  owner: OwnerNo,
  { action, amount, at }: { action: string; amount: number; at: number },
  services: Pick<Services, 'config' | 'now'>,
): Promise<void> {
  // Serialises spending per owner until the transaction ends.
  await lockLibrary(transaction, owner)
  const { hasPlans, monthlyCredits } = services.config
  if (hasPlans || monthlyCredits !== undefined) {
    const { credits } = await getBalance(transaction, owner, services)
    if (credits < amount) throw new ApiError(hasPlans ? 'credits_missing' : 'allowance_used')
  }
  await insertCreditEntry(transaction, {
    id: randomUUIDv7(),
    owner_no: owner,
    amount: -amount,
    reason: `${hasPlans ? 'spent' : 'used'}:${action}`,
    at,
    subscription_id: null,
  })
}
