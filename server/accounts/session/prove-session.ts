import type { InputOf } from '#contract/core/call.ts'
import type { sessionCalls } from '#contract/accounts/session.ts'
import { checkCode } from '#server/accounts/factors/check-code.ts'
import { checkAssertion, bindToSession } from '#server/accounts/factors/check-passkey.ts'
import { countFactors, hasFactor } from '#server/accounts/factors/factors.queries.ts'
import { isPassword } from '#server/accounts/password/hash-password.ts'
import { markSessionProved } from '#server/accounts/session/sessions.queries.ts'
import { getUser } from '#server/users/users.queries.ts'
import type { SessionActor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Channel } from '#server/core/channel.ts'
import type { Services } from '#server/core/services.ts'
import { spendAttemptOn } from '#server/core/throttle/spend-attempt.ts'

/**
 * Accepts re-authentication for the session: a second factor of an account that has one, otherwise the password.
 *
 * @throws ApiError `password_wrong`, also for an account without a password; `second_factor_needed` for the password of
 * an account with a second factor; the errors of `checkCode` and `checkAssertion`; `too_many_attempts`
 */
export async function proveSession(
  services: Services,
  actor: SessionActor,
  { password, code, answer }: InputOf<typeof sessionCalls.proveSession>,
  channel: Channel,
): Promise<void> {
  const { db, now } = services
  try {
    if (answer !== undefined) {
      await checkAssertion(services, bindToSession(actor, 'prove'), answer, channel)
    } else if (code === undefined) await checkPassword(services, actor, password ?? '')
    else await checkCode(services, actor.owner, code, channel)
  } catch (error) {
    if (error instanceof ApiError && isFailure.has(error.errorCode)) {
      channel.logSecurity('proof_failed')
    }
    throw error
  }
  await markSessionProved(db.main, actor.owner, actor.tokenHash, now())
}

const isFailure: ReadonlySet<string> = new Set([
  'password_wrong',
  'code_wrong',
  'passkey_failed',
  'passkey_unknown',
  'passkey_waiting',
])

async function checkPassword(
  services: Services,
  { owner }: SessionActor,
  password: string,
): Promise<void> {
  const { main } = services.db
  const { email_key, password_hash } = await getUser(main, owner)
  if (hasFactor(await countFactors(main, owner))) throw new ApiError('second_factor_needed')
  const attempt = await spendAttemptOn(services, 'changePassword', email_key)
  if (password_hash === null || !(await isPassword(password, password_hash))) {
    throw new ApiError('password_wrong')
  }
  await attempt.refund()
}
