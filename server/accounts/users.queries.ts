import type { Insertable } from 'kysely'
import type { UserTable } from '#server/accounts/accounts.table.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'

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

export async function getUser(
  db: Handle,
  owner: OwnerNo,
): Promise<{ email: string; password_hash: string | null; email_verified_at: number | null }> {
  return db
    .selectFrom('users')
    .select(['email', 'password_hash', 'email_verified_at'])
    .where('owner_no', '=', owner)
    .executeTakeFirstOrThrow()
}
