import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { sumCredits, sumUsed } from '#server/billing/plans/credits.queries.ts'
import { startOfMonth } from '#server/billing/plans/periods.rules.ts'

/**
 * An owner's credits, and the last grant. Without plans: the rest of the month's allowance, and the allowance; zeros if
 * there is none and nothing needs credits.
 */
export async function getBalance(
  db: Handle,
  owner: OwnerNo,
  { config, now }: Pick<Services, 'config' | 'now'>,
): Promise<{ credits: number; given: number }> {
  const to = now()
  if (config.hasPlans) return sumCredits(db, owner, to)
  const { monthlyCredits } = config
  if (monthlyCredits === undefined) return { credits: 0, given: 0 }
  const used = await sumUsed(db, owner, { from: startOfMonth(to), to })
  return { credits: Math.max(0, monthlyCredits - used), given: monthlyCredits }
}
