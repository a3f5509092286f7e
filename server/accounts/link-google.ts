import { deleteDevices } from '#server/accounts/devices.queries.ts'
import {
  deleteGoogleLinks,
  takeGoogleLink,
  type GoogleAccount,
} from '#server/accounts/google-logins.queries.ts'
import { deleteAllMailedTokens } from '#server/accounts/mailed-tokens.queries.ts'
import { deleteSessions } from '#server/accounts/sessions.queries.ts'
import { getUser, lockUser, updateUser } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { hashToken } from '#server/http/session-cookie.ts'
import { queueNotice } from '#server/mail/queue-mail.ts'

/** Lets a Google account sign in as well, and tells the owner; part of the caller's transaction. */
export async function linkGoogle(
  transaction: Handle,
  context: AppContext,
  owner: OwnerNo,
  { issuer, subject }: GoogleAccount,
): Promise<void> {
  const { email, language } = await getUser(transaction, owner)
  await updateUser(transaction, owner, { google_subject: subject, google_issuer: issuer })
  await deleteGoogleLinks(transaction, owner)
  await queueNotice(transaction, context, { owner, email, language }, { kind: 'google_linked' })
}

/**
 * Gives an account to the person whose address Google proves, and ends every other access to it: its
 * password may have been set by someone who never read its mail. Part of the caller's transaction.
 */
export async function takeOverByGoogle(
  transaction: Handle,
  context: AppContext,
  owner: OwnerNo,
  { issuer, subject, email }: GoogleAccount & { email: string },
): Promise<void> {
  const { language } = await getUser(transaction, owner)
  await updateUser(transaction, owner, {
    // As Google spells it, which may not be as the account was registered.
    email,
    email_verified_at: context.now(),
    password_hash: null,
    google_subject: subject,
    google_issuer: issuer,
  })
  await deleteSessions(transaction, owner)
  await deleteDevices(transaction, owner)
  await deleteAllMailedTokens(transaction, owner)
  await deleteGoogleLinks(transaction, owner)
  await queueNotice(transaction, context, { owner, email, language }, { kind: 'google_took_over' })
}

/** Links the Google account that waited for the password of an account; returns whether one did. */
export async function finishGoogleLink(
  context: AppContext,
  owner: OwnerNo,
  linkToken: string,
): Promise<boolean> {
  const { db, now, wakeMailing } = context
  const isLinked = await db.main.transaction().execute(async (transaction) => {
    await lockUser(transaction, owner)
    const google = await takeGoogleLink(transaction, owner, hashToken(linkToken), now())
    const { google_subject } = await getUser(transaction, owner)
    if (google === undefined || google_subject !== null) return false
    await linkGoogle(transaction, context, owner, google)
    return true
  })
  wakeMailing()
  return isLinked
}
