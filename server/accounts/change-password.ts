import { checkPassword } from '#server/accounts/check-password.ts'
import { hashPassword, isPassword } from '#server/accounts/hash-password.ts'
import { deleteMailedTokens } from '#server/accounts/mailed-tokens.queries.ts'
import { deleteOtherSessions, replaceToken } from '#server/accounts/sessions.queries.ts'
import { getUser, replacePassword } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Caller } from '#server/http/caller.ts'
import { hashToken, makeToken } from '#server/http/session-cookie.ts'
import { queueNotice } from '#server/mail/queue-mail.ts'
import { spendAttemptOn } from '#server/throttle/spend-attempt.ts'

/**
 * Changes the caller's password, ends all of the account's sessions but the caller's and every link to
 * reset it or to change the address, and gives the new token of the session.
 *
 * @throws ApiError `password_wrong`, also for an account without a password; `password_common`;
 * `too_many_attempts`; `not_logged_in` where the session has been ended meanwhile
 */
export async function changePassword(
  context: AppContext,
  { owner, tokenHash }: Caller,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<string> {
  const { db, now, wakeMailing } = context
  await checkPassword(newPassword)
  const user = await getUser(db.main, owner)
  const former = user.password_hash
  const attempt = await spendAttemptOn(context, 'changePassword', user.email_key)
  if (former === null || !(await isPassword(password, former))) throw new ApiError('password_wrong')
  await attempt.putBack()

  const passwordHash = await hashPassword(newPassword)
  const token = makeToken()
  await db.main.transaction().execute(async (transaction) => {
    // Not if it has been reset since it was compared.
    if (!(await replacePassword(transaction, owner, former, passwordHash))) {
      throw new ApiError('password_wrong')
    }
    await deleteMailedTokens(transaction, owner, ['reset', 'change_email'])
    await deleteOtherSessions(transaction, owner, tokenHash)
    if (!(await replaceToken(transaction, owner, tokenHash, hashToken(token), now()))) {
      throw new ApiError('not_logged_in')
    }
    const { email, language } = user
    await queueNotice(
      transaction,
      context,
      { owner, email, language },
      { kind: 'password_changed' },
    )
  })
  wakeMailing()
  return token
}
