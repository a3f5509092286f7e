import { createAccount } from '#server/accounts/create-account.ts'
import { sendPasswordLink } from '#server/accounts/password/send-password-link.ts'
import { getUser } from '#server/users/users.queries.ts'
import { byOperator, recordActivity } from '#server/users/record-activity.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import { isUniqueViolation } from '#server/db/failures.ts'
import type { Language } from '#languages/languages.ts'

type Invitation = {
  email: string
  language: Language
  /** False: nothing is mailed, and the operator passes the link on. */
  isMailed: boolean
}

/**
 * Creates an account without a password, with a link to set one within three days. Works even if registration is
 * closed.
 *
 * @throws ApiError `email_taken`
 */
export async function inviteUser(
  services: Services,
  { email, language, isMailed }: Invitation,
): Promise<{ id: string; link: string }> {
  const { catalogue, db, now } = services
  const time = now()
  const account = { email, language, passwordHash: null, google: null, verifiedAt: null }
  try {
    return await db.main.transaction().execute(async (transaction) => {
      const owner = await createAccount(transaction, account, catalogue, time)
      const done = { kind: 'account_created', at: time } as const
      await recordActivity(transaction, owner, byOperator, done)
      const kind = 'invitation'
      const link = await sendPasswordLink(transaction, services, owner, { kind, isMailed })
      return { id: (await getUser(transaction, owner)).id, link }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('email_taken')
    throw error
  }
}
