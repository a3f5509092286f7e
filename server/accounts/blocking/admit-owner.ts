import { mintOwner } from '#server/users/mint-owner.ts'
import { findBlockedAt } from '#server/users/users.queries.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'

/**
 * Admits a person who has just authenticated as an account's owner. Sessions and tokens need no check: blocking ends
 * them, and those of a blocked account are not found.
 *
 * @throws ApiError `account_blocked`
 */
export async function admitOwner(
  db: Handle,
  account: AccountNo,
  by: 'password' | 'google' | 'passkey' | 'pending login' | 'mailed link',
): Promise<OwnerNo> {
  await refuseBlocked(db, account)
  return mintOwner(account, by)
}

/** @throws ApiError `account_blocked` */
export async function refuseBlocked(db: Handle, account: AccountNo): Promise<void> {
  if ((await findBlockedAt(db, account)) !== null) throw new ApiError('account_blocked')
}
