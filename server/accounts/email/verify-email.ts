import { screenAddress, screens } from '#contract/screens.ts'
import { recordActivity, type Source } from '#server/users/record-activity.ts'
import { toEmailKey } from '#server/users/users.rules.ts'
import { createMailedToken } from '#server/accounts/email/create-mailed-token.ts'
import {
  deleteMailedTokens,
  isEmailReserved,
  consumeMailedToken,
} from '#server/accounts/email/mailed-tokens.queries.ts'
import { admitOwner } from '#server/accounts/blocking/admit-owner.ts'
import { getUser, markEmailVerified, updateUser } from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/failures.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Actor } from '#server/core/actor.ts'
import { toLanguage } from '#languages/languages.ts'
import { queueMail, transactWithMail } from '#server/mail/queue-mail.ts'
import { renderLinkMail } from '#server/mail/render-mail.ts'

/**
 * Verifies the address to which a token or a code was mailed, and assigns it to the account if the token is for a
 * change of address.
 *
 * @param tokenHash the stored form of the token or the code
 * @param actor who opened the link; only a session of the same account proves that its user also reads the mail
 * @throws ApiError `link_invalid`, `account_blocked`; `email_taken` if another account uses the new address
 */
export async function verifyEmail(
  services: Services,
  tokenHash: string,
  actor: Actor | undefined,
  source: Source,
): Promise<{ userId: string; changedTo: string | undefined }> {
  const time = services.now()
  try {
    return await transactWithMail(services, async (transaction) => {
      const purposes = ['verify', 'change_email'] as const
      const consumed = await consumeMailedToken(transaction, tokenHash, purposes, time)
      if (consumed === undefined) throw new ApiError('link_invalid')
      const { purpose, email } = consumed
      // The link works again once the account is unblocked: the error rolls back the transaction.
      const owner = await admitOwner(transaction, consumed.owner_no, 'mailed link')
      const isOwnSession = actor?.owner === owner
      // The link, if the code was entered, and vice versa.
      await deleteMailedTokens(transaction, owner, [purpose])
      const isChange = purpose === 'change_email' && email !== null
      if (isChange) {
        await changeEmail(transaction, services, owner, email)
        await recordActivity(transaction, owner, source, { kind: 'email_changed', at: time })
      }
      await markEmailVerified(transaction, owner, time)
      // A new address is another mailbox, so nothing is known about it yet.
      if (isOwnSession || isChange) {
        await updateUser(transaction, owner, { mailbox_owned_at: isOwnSession ? time : null })
      }
      const { id: userId } = await getUser(transaction, owner)
      return { userId, changedTo: isChange ? email : undefined }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('email_taken')
    throw error
  }
}

async function changeEmail(
  transaction: Handle,
  { config, now }: Services,
  owner: OwnerNo,
  email: string,
): Promise<void> {
  const time = now()
  const { email: former, language } = await getUser(transaction, owner)
  const emailKey = toEmailKey(email)
  if (await isEmailReserved(transaction, emailKey, time, owner)) throw new ApiError('email_taken')
  await updateUser(transaction, owner, {
    email,
    email_key: emailKey,
    email_verified_at: time,
  })
  // Invalidates the links mailed to the previous address.
  await deleteMailedTokens(transaction, owner, ['verify', 'reset'])
  const token = await createMailedToken(transaction, owner, 'undo_email', time, former)
  const link = config.baseUrl + screenAddress(screens.undoEmail, { token })
  const text = renderLinkMail(toLanguage(language), { kind: 'emailUndo', former, email }, link)
  await queueMail(transaction, { owner, recipient: former, text }, time)
}
