import { sql, type Insertable, type Selectable } from 'kysely'
import type { TokenTable } from '#server/db/schema/accounts.table.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'

export type TokenRow = Selectable<TokenTable>

type FoundToken = Pick<TokenRow, 'id' | 'name' | 'scopes' | 'root' | 'expires_at' | 'used_at'> & {
  owner_no: OwnerNo
  user_id: string
}

/** The token of a secret, expired or not, unless its account is blocked. Raw SQL, because every call by token runs it and building the query is slow. */
export async function findToken(db: Handle, tokenHash: string): Promise<FoundToken | undefined> {
  const { rows } = await sql<FoundToken>`
    select tokens.id, tokens.owner_no, name, users.id as user_id, scopes, root, expires_at, used_at
    from tokens inner join users on users.owner_no = tokens.owner_no
    where token_hash = ${tokenHash} and blocked_at is null`.execute(db)
  return rows[0]
}

/** An owner's tokens, newest first, also expired ones. */
export function listTokens(db: Handle, owner: OwnerNo): Promise<TokenRow[]> {
  return db
    .selectFrom('tokens')
    .selectAll()
    .where('owner_no', '=', owner)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function findTokenById(
  db: Handle,
  owner: OwnerNo,
  id: string,
): Promise<TokenRow | undefined> {
  return db
    .selectFrom('tokens')
    .selectAll()
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertToken(db: Handle, token: Insertable<TokenTable>): Promise<void> {
  await db.insertInto('tokens').values(token).execute()
}

/** Replaces the secret of a token. Returns whether there is such a token. */
export async function replaceSecret(
  db: Handle,
  owner: OwnerNo,
  id: string,
  secret: Pick<TokenRow, 'token_hash' | 'hint'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tokens')
    .set(secret)
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function recordTokenUse(
  db: Handle,
  owner: OwnerNo,
  id: string,
  use: Pick<TokenRow, 'used_at' | 'client'>,
): Promise<void> {
  await db
    .updateTable('tokens')
    .set(use)
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .execute()
}

/** Ends a token. Returns its name; undefined if there was none. */
export async function deleteToken(
  db: Handle,
  owner: OwnerNo,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('tokens')
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}
