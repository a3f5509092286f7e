import { sql, type SqlBool } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'

export type AccountRow = {
  owner_no: AccountNo
  id: string
  email: string
  created_at: number
  email_verified_at: number | null
  blocked_at: number | null
}

type Filter = {
  /** A part of the address, in the normalised form. */
  part: string | undefined
  isBlocked: boolean
  limit: number
}

/** Accounts of all owners, newest first, except those that are being deleted. */
export function listAccounts(
  db: Handle,
  { part, isBlocked, limit }: Filter,
): Promise<AccountRow[]> {
  return db
    .selectFrom('users')
    .select(['owner_no', 'id', 'email', 'created_at', 'email_verified_at', 'blocked_at'])
    .where('email', '<>', '')
    .$if(isBlocked, (query) => query.where('blocked_at', 'is not', null))
    .$if(part !== undefined, (query) =>
      query.where(sql<SqlBool>`email_key like ${toPattern(part ?? '')} escape '!'`),
    )
    .orderBy('owner_no', 'desc')
    .limit(limit)
    .execute()
}

function toPattern(part: string): string {
  return `%${part.replaceAll(/[!%_]/g, '!$&')}%`
}

/** The time of the last use of each account's sessions. */
export async function findLastUses(
  db: Handle,
  accounts: readonly AccountNo[],
): Promise<Map<AccountNo, number>> {
  if (accounts.length === 0) return new Map()
  const rows = await db
    .selectFrom('sessions')
    .select(['owner_no', sql<number>`max(last_used_at)`.as('used_at')])
    .where('owner_no', 'in', accounts)
    .groupBy('owner_no')
    .execute()
  return new Map(rows.map(({ owner_no, used_at }) => [owner_no, used_at]))
}

/** The sizes of accounts' libraries. */
export async function findSizes(
  db: Handle,
  accounts: readonly AccountNo[],
): Promise<Map<AccountNo, { prompts: number; folders: number; bytes: number }>> {
  if (accounts.length === 0) return new Map()
  const rows = await db
    .selectFrom('libraries')
    .select(['owner_no', 'prompt_count', 'folder_count', 'stored_bytes', 'trash_bytes'])
    .where('owner_no', 'in', accounts)
    .execute()
  return new Map(
    rows.map(({ owner_no, prompt_count, folder_count, stored_bytes, trash_bytes }) => [
      owner_no,
      { prompts: prompt_count, folders: folder_count, bytes: stored_bytes + trash_bytes },
    ]),
  )
}

/** The columns of an account's row that an operator may see: only whether it has a password, for example. */
export async function getAccount(db: Handle, owner: OwnerNo) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'created_at',
      'email_verified_at',
      'blocked_at',
      'factors_reset_at',
      'language',
      sql<number>`case when password_hash is null then 0 else 1 end`.as('has_password'),
      sql<number>`case when google_subject is null then 0 else 1 end`.as('has_google'),
    ])
    .where('owner_no', '=', owner)
    .executeTakeFirstOrThrow()
}
