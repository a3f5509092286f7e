import { randomUUIDv7 } from 'node:crypto'
import { toEmailKey } from '#server/users/users.rules.ts'
import { isEmailReserved } from '#server/accounts/email/mailed-tokens.queries.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { insertUser } from '#server/users/users.queries.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { insertLibrary } from '#server/users/libraries.queries.ts'
import type { Catalogue } from '#server/config/catalogue.rules.ts'
import { startFreePlan } from '#server/billing/plans/start-free-plan.ts'

export type NewAccount = {
  email: string
  language: string
  /** Null: the account logs in with Google. */
  passwordHash: string | null
  google: { issuer: string; subject: string } | null
  /** Null: the address is not verified yet. */
  verifiedAt: number | null
}

/**
 * Creates an account with an empty library on the free plan, within the caller's transaction.
 *
 * @throws ApiError `email_taken` while the account that previously had the address can still reclaim it
 */
export async function createAccount(
  db: Handle,
  account: NewAccount,
  catalogue: Catalogue,
  now: number,
): Promise<OwnerNo> {
  const emailKey = toEmailKey(account.email)
  if (await isEmailReserved(db, emailKey, now)) throw new ApiError('email_taken')
  const accountNo = await insertUser(db, {
    id: randomUUIDv7(),
    email: account.email,
    email_key: emailKey,
    password_hash: account.passwordHash,
    google_subject: account.google?.subject ?? null,
    google_issuer: account.google?.issuer ?? null,
    stripe_customer: null,
    stripe_checkout: null,
    email_verified_at: account.verifiedAt,
    language: account.language,
    free_plan_used_at: now,
    created_at: now,
  })
  const owner = mintOwner(accountNo, 'registration')
  await insertLibrary(db, owner)
  await startFreePlan(db, owner, catalogue, now)
  return owner
}
