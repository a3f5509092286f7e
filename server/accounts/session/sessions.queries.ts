import { sql, type Insertable, type Selectable } from 'kysely'
import type { SessionTable } from '#server/db/schema/accounts.table.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'

export type SessionRow = {
  owner_no: OwnerNo
  user_id: string
  created_at: number
  last_used_at: number
  expires_at: number
  proved_at: number
}

/** The session of a token, expired or not, unless its account is blocked. Raw SQL, because every call runs it and building the query is slow. */
export async function findSession(db: Handle, tokenHash: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select sessions.owner_no, users.id as user_id, sessions.created_at, last_used_at, expires_at,
      proved_at
    from sessions inner join users on users.owner_no = sessions.owner_no
    where token_hash = ${tokenHash} and blocked_at is null`.execute(db)
  return rows[0]
}

export async function insertSession(db: Handle, session: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

export async function renewSession(
  db: Handle,
  tokenHash: string,
  times: { last_used_at: number; expires_at: number },
): Promise<void> {
  await db.updateTable('sessions').set(times).where('token_hash', '=', tokenHash).execute()
}

/** An owner's sessions that have not expired, most recently used first. */
export function listSessions(
  db: Handle,
  owner: OwnerNo,
  now: number,
): Promise<Selectable<SessionTable>[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('owner_no', '=', owner)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

export async function markSessionProved(
  db: Handle,
  owner: OwnerNo,
  tokenHash: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proved_at: now })
    .where('owner_no', '=', owner)
    .where('token_hash', '=', tokenHash)
    .execute()
}

/**
 * Replaces a session's token; returns whether the session still existed.
 *
 * @param provedAt the time of re-authentication; missing: the session keeps its own time
 */
export async function replaceToken(
  db: Handle,
  owner: OwnerNo,
  formerHash: string,
  tokenHash: string,
  provedAt?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ token_hash: tokenHash, ...(provedAt !== undefined && { proved_at: provedAt }) })
    .where('owner_no', '=', owner)
    .where('token_hash', '=', formerHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends an owner's sessions except the one with this token. */
export async function deleteOtherSessions(
  db: Handle,
  owner: OwnerNo,
  tokenHash: string,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('owner_no', '=', owner)
    .where('token_hash', '!=', tokenHash)
    .execute()
}

export async function deleteSession(db: Handle, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Deletes an owner's sessions, or known devices, by the hashes of their tokens. */
export async function deleteByTokens(
  db: Handle,
  from: 'sessions' | 'devices',
  owner: OwnerNo,
  tokenHashes: readonly string[],
): Promise<void> {
  if (tokenHashes.length === 0) return
  await db
    .deleteFrom(from)
    .where('owner_no', '=', owner)
    .where('token_hash', 'in', tokenHashes)
    .execute()
}

export async function deleteExpiredSessions(
  db: Handle,
  owner: OwnerNo,
  now: number,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('owner_no', '=', owner)
    .where('expires_at', '<=', now)
    .execute()
}
