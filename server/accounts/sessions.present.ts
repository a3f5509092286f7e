import type { Selectable } from 'kysely'
import type { Session } from '#contract/accounts.ts'
import type { SessionTable } from '#server/accounts/accounts.table.ts'

/** `currentHash` is of the token that asks. */
export function toSession(row: Selectable<SessionTable>, currentHash: string): Session {
  return {
    userAgent: row.user_agent,
    signedInAt: new Date(row.created_at).toISOString(),
    lastUsedAt: new Date(row.last_used_at).toISOString(),
    isCurrent: row.token_hash === currentHash,
  }
}
