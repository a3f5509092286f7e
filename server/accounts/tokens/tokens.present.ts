import type { Token } from '#contract/accounts/tokens.ts'
import { parseScopes } from '#contract/core/scopes.ts'
import type { TokenRow } from '#server/accounts/tokens/tokens.queries.ts'

/** @param folderNames the names of folders, by their ids */
export function toToken(row: TokenRow, folderNames: ReadonlyMap<string, string>): Token {
  return {
    id: row.id,
    name: row.name,
    scopes: parseScopes(row.scopes),
    folder: row.root === null ? null : { id: row.root, name: folderNames.get(row.root) ?? null },
    hint: row.hint,
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
    lastUsedOn: row.used_at === null ? null : new Date(row.used_at).toISOString().slice(0, 10),
    client: row.client,
  }
}
