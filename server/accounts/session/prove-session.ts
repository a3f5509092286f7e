import { isPassword } from '#server/accounts/password/hash-password.ts'
import { markSessionProved } from '#server/accounts/session/sessions.queries.ts'
import { getUser } from '#server/accounts/users.queries.ts'
import type { SessionActor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Channel } from '#server/core/channel.ts'
import type { Services } from '#server/core/services.ts'
import { spendAttemptOn } from '#server/throttle/spend-attempt.ts'

/**
 * Accepts the account's password as a fresh proof of identity for the session.
 *
 * @throws ApiError `password_wrong`, also for an account without a password; `too_many_attempts`
 */
export async function proveSession(
  services: Services,
  { owner, tokenHash }: SessionActor,
  password: string,
  { logSecurity }: Channel,
): Promise<void> {
  const { db, now } = services
  const { email_key, password_hash } = await getUser(db.main, owner)
  const attempt = await spendAttemptOn(services, 'changePassword', email_key)
  if (password_hash === null || !(await isPassword(password, password_hash))) {
    logSecurity('proof_failed')
    throw new ApiError('password_wrong')
  }
  await attempt.refund()
  await markSessionProved(db.main, owner, tokenHash, now())
}
