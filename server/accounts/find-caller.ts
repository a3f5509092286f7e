import {
  hashToken,
  readSessionCookie,
  renewalMs,
  sessionLifeMs,
  setSessionCookie,
} from '#server/http/session-cookie.ts'
import { findSession, renewSession } from '#server/accounts/sessions.queries.ts'
import type { AppContext } from '#server/context.ts'
import { isUnavailable } from '#server/db/failures.ts'
import type { FindCaller } from '#server/http/caller.ts'

/** Finds out who makes a request by its session cookie, and prolongs a session that is in use. */
export function callerFinder({ config, db, now }: AppContext): FindCaller {
  return async (request, reply) => {
    if (request.caller !== undefined) return request.caller
    const token = readSessionCookie(request, config)
    if (token === undefined) return undefined
    const tokenHash = hashToken(token)
    const session = await findSession(db.main, tokenHash)
    const time = now()
    if (session === undefined || session.expires_at <= time) return undefined
    // One from a clock that was ahead is brought back to the time that it is.
    const isAhead = session.last_used_at > time
    if (isAhead || session.last_used_at + renewalMs <= time) {
      const times = { last_used_at: time, expires_at: time + sessionLifeMs }
      if (await tryToRenew(db.main, tokenHash, times)) setSessionCookie(reply, config, token)
    }
    request.caller = {
      owner: session.owner_no,
      userId: session.user_id,
      tokenHash,
      provedAt: session.proved_at,
    }
    return request.caller
  }
}

/** A database that cannot be written to just now must not keep anybody from reading. */
async function tryToRenew(...renewal: Parameters<typeof renewSession>): Promise<boolean> {
  try {
    await renewSession(...renewal)
    return true
  } catch (error) {
    if (isUnavailable(error)) return false
    throw error
  }
}
