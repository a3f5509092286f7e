import type { Source } from '#server/users/record-activity.ts'
import {
  consumeGoogleLink,
  type GoogleAccount,
} from '#server/accounts/google/google-logins.queries.ts'
import {
  deleteAll,
  deletePrograms,
  getUser,
  lockUser,
  updateUser,
} from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { removeAllFactors } from '#server/accounts/factors/reset-factors.ts'
import { recordWithNotice, transactWithMail } from '#server/mail/queue-mail.ts'

/** Links a Google account and mails the owner a notice, within the caller's transaction. */
export async function linkGoogle(
  transaction: Handle,
  services: Services,
  owner: OwnerNo,
  { issuer, subject }: GoogleAccount,
  source: Source,
): Promise<void> {
  await updateUser(transaction, owner, { google_subject: subject, google_issuer: issuer })
  await deleteAll(transaction, 'google_links', owner)
  const done = { kind: 'google_linked', at: services.now() } as const
  await recordWithNotice(transaction, services, owner, source, done)
}

/**
 * Hands an account over to the person whose address Google verifies, and ends all other access: its creator may never
 * have read its mail, and any second factor is theirs. Runs within the caller's transaction.
 */
export async function takeOverByGoogle(
  transaction: Handle,
  services: Services,
  owner: OwnerNo,
  { issuer, subject, email }: GoogleAccount & { email: string },
  source: Source,
): Promise<void> {
  const time = services.now()
  await updateUser(transaction, owner, {
    // Google may spell the address differently.
    email,
    email_verified_at: time,
    password_hash: null,
    google_subject: subject,
    google_issuer: issuer,
  })
  await deleteAll(transaction, 'sessions', owner)
  await deletePrograms(transaction, owner)
  await removeAllFactors(transaction, owner)
  await deleteAll(transaction, 'devices', owner)
  await deleteAll(transaction, 'mailed_tokens', owner)
  await deleteAll(transaction, 'google_links', owner)
  const done = { kind: 'google_took_over', at: time } as const
  await recordWithNotice(transaction, services, owner, source, done)
}

/** Completes a pending link of a Google account. Returns whether there was one. */
export async function finishGoogleLink(
  services: Services,
  owner: OwnerNo,
  linkHash: string,
  source: Source,
): Promise<boolean> {
  return transactWithMail(services, async (transaction) => {
    await lockUser(transaction, owner)
    const google = await consumeGoogleLink(transaction, owner, linkHash, services.now())
    const { google_subject } = await getUser(transaction, owner)
    if (google === undefined || google_subject !== null) return false
    await linkGoogle(transaction, services, owner, google, source)
    return true
  })
}
