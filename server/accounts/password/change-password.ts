import type * as z from 'zod/mini'
import type { PasswordChange } from '#contract/accounts/password.ts'
import type { Source } from '#server/users/record-activity.ts'
import { checkPassword } from '#server/accounts/password/check-password.ts'
import { hashPassword, isPassword } from '#server/accounts/password/hash-password.ts'
import { deleteWaitingFactors } from '#server/accounts/factors/factors.queries.ts'
import { deleteMailedTokens } from '#server/accounts/email/mailed-tokens.queries.ts'
import { deleteOtherSessions, replaceToken } from '#server/accounts/session/sessions.queries.ts'
import { deleteAll, deletePrograms, getUser, replacePassword } from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { SessionActor } from '#server/core/actor.ts'
import { createToken, hashToken } from '#server/accounts/create-token.ts'
import { recordWithNotice, transactWithMail } from '#server/mail/queue-mail.ts'
import { spendAttemptOn } from '#server/core/throttle/spend-attempt.ts'

/**
 * Changes the actor's password. Ends all other sessions of the account, its tokens unless they are kept, its links to
 * reset the password or to change the address, and pending factors. Returns the new token of the actor's session.
 *
 * @throws ApiError `password_wrong`, also for an account without a password; `password_common`; `password_guessable`;
 * `too_many_attempts`; `not_logged_in` if the session has ended since the actor was identified
 */
export async function changePassword(
  services: Services,
  { owner, tokenHash }: SessionActor,
  { password, newPassword, keepsTokens }: z.output<typeof PasswordChange>,
  source: Source,
): Promise<string> {
  const { db, now } = services
  const user = await getUser(db.main, owner)
  await checkPassword(newPassword, user.email)
  const former = user.password_hash
  const attempt = await spendAttemptOn(services, 'changePassword', user.email_key)
  if (former === null || !(await isPassword(password, former))) throw new ApiError('password_wrong')
  await attempt.refund()

  const passwordHash = await hashPassword(newPassword)
  const token = createToken()
  const time = now()
  await transactWithMail(services, async (transaction) => {
    // The password may have been reset since it was compared.
    if (!(await replacePassword(transaction, owner, former, passwordHash))) {
      throw new ApiError('password_wrong')
    }
    await deleteMailedTokens(transaction, owner, ['reset', 'change_email'])
    await deleteOtherSessions(transaction, owner, tokenHash)
    await deleteAll(transaction, 'pending_logins', owner)
    await deleteWaitingFactors(transaction, owner)
    if (!keepsTokens) await deletePrograms(transaction, owner)
    if (!(await replaceToken(transaction, owner, tokenHash, hashToken(token), time))) {
      throw new ApiError('not_logged_in')
    }
    const done = { kind: 'password_changed', at: time } as const
    await recordWithNotice(transaction, services, owner, source, done)
  })
  return token
}
