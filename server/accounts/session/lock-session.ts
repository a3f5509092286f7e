import { findSession } from '#server/accounts/session/sessions.queries.ts'
import { lockUser } from '#server/users/users.queries.ts'
import type { SessionActor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Handle } from '#server/db/database.ts'

/**
 * Locks the account of a session against other changes until the transaction ends. Call it before creating anything
 * that outlives the session: a changed password may have ended it since the actor was identified, with everything it
 * had created.
 *
 * @throws ApiError `not_logged_in` if the session has ended
 */
export async function lockSession(
  transaction: Handle,
  { owner, tokenHash }: SessionActor,
): Promise<void> {
  await lockUser(transaction, owner)
  if ((await findSession(transaction, tokenHash)) === undefined) {
    throw new ApiError('not_logged_in')
  }
}
