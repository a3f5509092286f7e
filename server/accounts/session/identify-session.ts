import { scopes } from '#contract/core/call.ts'
import { hashToken } from '#server/accounts/create-token.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { findSession, renewSession } from '#server/accounts/session/sessions.queries.ts'
import { absoluteLifeMs, endOf, renewalMs } from '#server/accounts/session/sessions.rules.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Services } from '#server/core/services.ts'
import { isUnavailable } from '#server/db/failures.ts'

/** A person in a browser may do everything. */
const allScopes: ReadonlySet<(typeof scopes)[number]> = new Set(scopes)

/**
 * The actor of a session token, if the session is valid. Renews a session in use; `isRenewed`: the browser's cookie
 * also has to be renewed.
 */
export async function identifySession(
  { db, now }: Pick<Services, 'db' | 'now'>,
  token: string,
): Promise<{ actor: Actor; isRenewed: boolean } | undefined> {
  const tokenHash = hashToken(token)
  const session = await findSession(db.main, tokenHash)
  const time = now()
  if (session === undefined || session.expires_at <= time) return undefined
  if (session.created_at + absoluteLifeMs <= time) return undefined
  // A use "in the future" was recorded while the clock was ahead.
  const isDue = session.last_used_at > time || session.last_used_at + renewalMs <= time
  const times = { last_used_at: time, expires_at: endOf(session.created_at, time) }
  const actor: Actor = {
    owner: mintOwner(session.owner_no, 'session'),
    userId: session.user_id,
    scopes: allScopes,
    via: 'session',
    tokenHash,
    proofId: tokenHash,
    provedAt: session.proved_at,
  }
  return { actor, isRenewed: isDue && (await tryToRenew(db.main, tokenHash, times)) }
}

/** Reads keep working while the database is not writable. */
async function tryToRenew(...renewal: Parameters<typeof renewSession>): Promise<boolean> {
  try {
    await renewSession(...renewal)
    return true
  } catch (error) {
    if (isUnavailable(error)) return false
    throw error
  }
}
