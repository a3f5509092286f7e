import { takeMailedToken } from '#server/accounts/mailed-tokens.queries.ts'
import { markEmailVerified } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import { hashToken } from '#server/http/session-cookie.ts'

/**
 * Takes the address as proved to which a token was mailed.
 *
 * @throws ApiError `link_invalid`
 */
export async function verifyEmail({ db, now }: AppContext, token: string): Promise<void> {
  const time = now()
  await db.main.transaction().execute(async (transaction) => {
    const owner = await takeMailedToken(transaction, hashToken(token), 'verify', time)
    if (owner === undefined) throw new ApiError('link_invalid')
    await markEmailVerified(transaction, owner, time)
  })
}
