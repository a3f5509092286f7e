import type { FastifyRequest } from 'fastify'
import { isPassword } from '#server/accounts/hash-password.ts'
import { markSessionProved } from '#server/accounts/sessions.queries.ts'
import { getUser } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Caller } from '#server/http/caller.ts'
import { spendAttemptOn } from '#server/throttle/spend-attempt.ts'

/**
 * Takes the caller's password as a fresh proof of who is there.
 *
 * @throws ApiError `password_wrong`, also for an account without a password; `too_many_attempts`
 */
export async function proveSession(
  context: AppContext,
  { owner, tokenHash }: Caller,
  password: string,
  request: FastifyRequest,
): Promise<void> {
  const { db, logSecurity, now } = context
  const { email_key, password_hash } = await getUser(db.main, owner)
  const attempt = await spendAttemptOn(context, 'changePassword', email_key)
  if (password_hash === null || !(await isPassword(password, password_hash))) {
    logSecurity(request, 'proof_failed')
    throw new ApiError('password_wrong')
  }
  await attempt.putBack()
  await markSessionProved(db.main, owner, tokenHash, now())
}
