import type { Access } from '#contract/accounts/access.ts'
import type { Token } from '#contract/accounts/tokens.ts'
import type { TokenRow } from '#server/accounts/tokens/tokens.queries.ts'

/** The fields that only tokens have. */
export function toToken(row: TokenRow): Omit<Token, keyof Access> {
  return {
    name: row.name,
    hint: row.hint,
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
    client: row.client,
  }
}
