import type { Insertable, Selectable } from 'kysely'
import type { UserTable } from '#server/accounts/accounts.table.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'

export async function insertUser(db: Handle, user: Insertable<UserTable>): Promise<OwnerNo> {
  const { owner_no } = await db
    .insertInto('users')
    .values(user)
    .returning('owner_no')
    .executeTakeFirstOrThrow()
  return owner_no
}

export async function findUserByEmailKey(
  db: Handle,
  emailKey: string,
): Promise<{ owner_no: OwnerNo; password_hash: string | null } | undefined> {
  return db
    .selectFrom('users')
    .select(['owner_no', 'password_hash'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
}

const userColumns = ['email', 'email_key', 'password_hash', 'email_verified_at'] as const

/** @throws ApiError `not_logged_in` where the account has been deleted since its session was found */
export async function getUser(
  db: Handle,
  owner: OwnerNo,
): Promise<Pick<Selectable<UserTable>, (typeof userColumns)[number]>> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('owner_no', '=', owner)
    .executeTakeFirstOrThrow(() => new ApiError('not_logged_in'))
}

/**
 * Sets another password if it is still the former one; gives whether it was. With the same twice, it
 * holds back whoever would change it until the transaction ends.
 */
export async function replacePassword(
  db: Handle,
  owner: OwnerNo,
  formerHash: string,
  passwordHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('owner_no', '=', owner)
    .where('password_hash', '=', formerHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes an owner with all rows that refer to it. */
export async function deleteUser(db: Handle, owner: OwnerNo): Promise<void> {
  await db.deleteFrom('users').where('owner_no', '=', owner).execute()
}
