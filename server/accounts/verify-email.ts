import { toEmailKey } from '#server/accounts/accounts.rules.ts'
import { createMailedToken } from '#server/accounts/create-mailed-token.ts'
import {
  deleteMailedTokens,
  isEmailReserved,
  takeMailedToken,
} from '#server/accounts/mailed-tokens.queries.ts'
import { getUser, lockUser, markEmailVerified, updateUser } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import type { Handle } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/failures.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Caller } from '#server/http/caller.ts'
import { toLanguage } from '#server/http/request-language.ts'
import { hashToken } from '#server/http/session-cookie.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { renderLinkMail } from '#server/mail/render-mail.ts'

/**
 * Takes the address as proved to which a token was mailed, and makes it the account's where the token was
 * for a change. `caller` is the session that the link was opened in, if any: only one of the same account
 * shows that the password's owner also reads the mail.
 *
 * @throws ApiError `link_invalid`; `email_taken` where another account has the new address by now
 */
export async function verifyEmail(
  context: AppContext,
  token: string,
  caller: Caller | undefined,
): Promise<{ userId: string; changedTo: string | undefined }> {
  const { db, now } = context
  const time = now()
  try {
    const outcome = await db.main.transaction().execute(async (transaction) => {
      const purposes = ['verify', 'change_email'] as const
      const taken = await takeMailedToken(transaction, hashToken(token), purposes, time)
      if (taken === undefined) throw new ApiError('link_invalid')
      const { owner_no: owner, purpose, email } = taken
      const isOwnSession = caller?.owner === owner
      const isChange = purpose === 'change_email' && email !== null
      if (isChange) await changeEmail(transaction, context, owner, email)
      await markEmailVerified(transaction, owner, time)
      // A new address is another mailbox: what was known of the former one says nothing about it.
      if (isOwnSession || isChange) {
        await updateUser(transaction, owner, { mailbox_owned_at: isOwnSession ? time : null })
      }
      const { id: userId } = await getUser(transaction, owner)
      return { userId, changedTo: isChange ? email : undefined }
    })
    context.wakeMailing()
    return outcome
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('email_taken')
    throw error
  }
}

async function changeEmail(
  transaction: Handle,
  { config, now }: AppContext,
  owner: OwnerNo,
  email: string,
): Promise<void> {
  const time = now()
  await lockUser(transaction, owner)
  const { email: former, language } = await getUser(transaction, owner)
  const emailKey = toEmailKey(email)
  if (await isEmailReserved(transaction, emailKey, time, owner)) throw new ApiError('email_taken')
  await updateUser(transaction, owner, {
    email,
    email_key: emailKey,
    email_verified_at: time,
  })
  // Links to the former address that were mailed before lead nowhere now.
  await deleteMailedTokens(transaction, owner, ['verify', 'reset'])
  const token = await createMailedToken(transaction, owner, 'undo_email', time, former)
  const link = `${config.baseUrl}/undo-email/${token}`
  const text = renderLinkMail(toLanguage(language), { kind: 'emailUndo', former, email }, link)
  await queueMail(transaction, { owner, recipient: former, text }, time)
}
