import { parseScopes } from '#contract/core/scopes.ts'
import { hashToken } from '#server/accounts/create-token.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { isSecret } from '#server/accounts/tokens/token-form.rules.ts'
import { findToken, recordTokenUse } from '#server/accounts/tokens/tokens.queries.ts'
import type { TokenActor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'

const hourMs = 60 * 60_000

/**
 * The actor of a token's secret; undefined if there is no such token, or it has expired. Nothing is cached, so a
 * revoked token ends at the next request on every server. At most once an hour, the use is recorded after the answer.
 *
 * @param userAgent the client's `User-Agent`
 * @throws ApiError `token_invalid` for a text without the form of a secret, before any query
 */
export async function identifyToken(
  { db, now, afterAnswer }: Pick<Services, 'db' | 'now' | 'afterAnswer'>,
  secret: string,
  userAgent: string,
): Promise<TokenActor | undefined> {
  if (!isSecret(secret)) throw new ApiError('token_invalid')
  const tokenHash = hashToken(secret)
  const token = await findToken(db.main, tokenHash)
  const time = now()
  if (token === undefined || hasExpired(token, time)) return undefined
  const { id, owner_no, used_at } = token
  const owner = mintOwner(owner_no, 'token')
  // A use "in the future" was recorded while the clock was ahead.
  if (used_at === null || used_at > time || used_at + hourMs <= time) {
    const use = { used_at: time, client: toClient(userAgent) }
    afterAnswer(() => recordTokenUse(db.main, owner, id, use))
  }
  return {
    via: 'token',
    tokenId: id,
    tokenName: token.name,
    owner,
    userId: token.user_id,
    scopes: new Set(parseScopes(token.scopes)),
    root: token.root ?? undefined,
    proofId: tokenHash,
  }
}

export function hasExpired({ expires_at }: { expires_at: number | null }, now: number): boolean {
  return expires_at !== null && expires_at <= now
}

/** The name of a program, before the slash and its version. */
function toClient(userAgent: string): string | null {
  return /^[\w.-]{1,40}(?=[/ ]|$)/.exec(userAgent)?.[0] ?? null
}
