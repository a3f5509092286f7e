import { getUser, lockUser, updateUser } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import { queueNotice } from '#server/mail/queue-mail.ts'

/**
 * Ends signing in with Google, and tells the owner by mail.
 *
 * @throws ApiError `password_missing` where there would be no way left to sign in
 */
export async function unlinkGoogle(context: AppContext, owner: OwnerNo): Promise<void> {
  const { db, wakeMailing } = context
  await db.main.transaction().execute(async (transaction) => {
    await lockUser(transaction, owner)
    const { email, google_subject, language, password_hash } = await getUser(transaction, owner)
    if (google_subject === null) return
    if (password_hash === null) throw new ApiError('password_missing')
    await updateUser(transaction, owner, { google_subject: null, google_issuer: null })
    await queueNotice(transaction, context, { owner, email, language }, { kind: 'google_unlinked' })
  })
  wakeMailing()
}
