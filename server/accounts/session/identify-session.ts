import { scopes } from '#contract/core/call.ts'
import { hashToken } from '#server/accounts/create-token.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import {
  findSession,
  renewSession,
  type SessionRow,
} from '#server/accounts/session/sessions.queries.ts'
import { absoluteLifeMs, endOf, renewalMs } from '#server/accounts/session/sessions.rules.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
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
  const session = await findOnce(db.main, tokenHash)
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

type Lookup = Promise<SessionRow | undefined>
type Running = { current: Lookup; next: Lookup | undefined }

/** Lookups in progress by token hash, and the one that follows each. */
const lookups = new WeakMap<Handle, Map<string, Running>>()

/**
 * Finds a session with one lookup at a time, so that a burst of requests does not queue hundreds of them before those
 * of others. Requests that arrive during a lookup share the next one: the current one may not see a logout that has
 * ended before they were sent.
 */
function findOnce(db: Handle, tokenHash: string): Lookup {
  let ofDatabase = lookups.get(db)
  if (ofDatabase === undefined) lookups.set(db, (ofDatabase = new Map()))
  const running = ofDatabase.get(tokenHash)
  if (running) return (running.next ??= running.current.then(() => look(db, tokenHash, ofDatabase)))
  return look(db, tokenHash, ofDatabase)
}

async function look(db: Handle, tokenHash: string, running: Map<string, Running>): Lookup {
  const current = findSession(db, tokenHash)
  const lookup: Running = { current, next: undefined }
  running.set(tokenHash, lookup)
  try {
    const session = await current
    if (lookup.next === undefined) running.delete(tokenHash)
    return session
  } catch (error) {
    // Fails those that wait, too, instead of having them wait for another timeout.
    running.delete(tokenHash)
    throw error
  }
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
