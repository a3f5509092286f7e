import type { Source } from '#server/users/record-activity.ts'
import { countFactors } from '#server/accounts/factors/factors.queries.ts'
import { getUser, lockUser, updateUser } from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { recordWithNotice, transactWithMail } from '#server/mail/queue-mail.ts'

/**
 * Disconnects Google and mails the owner a notice.
 *
 * @throws ApiError `password_missing` if the user could no longer log in
 */
export async function unlinkGoogle(
  services: Services,
  owner: OwnerNo,
  source: Source,
): Promise<void> {
  await transactWithMail(services, async (transaction) => {
    await lockUser(transaction, owner)
    const { google_subject, password_hash } = await getUser(transaction, owner)
    if (google_subject === null) return
    const { passkeys } = await countFactors(transaction, owner)
    if (password_hash === null && passkeys === 0) throw new ApiError('password_missing')
    await updateUser(transaction, owner, { google_subject: null, google_issuer: null })
    const done = { kind: 'google_unlinked', at: services.now() } as const
    await recordWithNotice(transaction, services, owner, source, done)
  })
}
