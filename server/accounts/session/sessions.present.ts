import { hash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Session } from '#contract/accounts/session.ts'
import type { SessionTable } from '#server/db/schema/accounts.table.ts'

/** The public id of a session, which reveals neither its token nor the hash in the database. */
export function toSessionId(tokenHash: string): string {
  return hash('sha256', tokenHash, 'base64url')
}

/** @param currentHash the hash of the caller's token */
export function toSession(row: Selectable<SessionTable>, currentHash: string): Session {
  return {
    id: toSessionId(row.token_hash),
    userAgent: row.user_agent,
    signedInAt: new Date(row.created_at).toISOString(),
    lastUsedAt: new Date(row.last_used_at).toISOString(),
    isCurrent: row.token_hash === currentHash,
  }
}
