import { toEmailKey } from '#server/users/users.rules.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { findAccountNo, findUserByEmailKey } from '#server/users/users.queries.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'

/**
 * Finds the account that an operator names by its e-mail address or its id. Checks no authentication: only for
 * operators.
 */
export async function findAccount(db: Handle, name: string): Promise<OwnerNo | undefined> {
  const account = name.includes('@')
    ? (await findUserByEmailKey(db, toEmailKey(name.trim())))?.owner_no
    : await findAccountNo(db, name)
  return account === undefined ? undefined : mintOwner(account, 'operator')
}
