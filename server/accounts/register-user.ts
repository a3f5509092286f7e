import { checkPassword } from '#server/accounts/check-password.ts'
import { createAccount } from '#server/accounts/create-account.ts'
import { hashPassword } from '#server/accounts/hash-password.ts'
import { sendVerificationLink } from '#server/accounts/send-verification-link.ts'
import type { AppContext } from '#server/context.ts'
import { isUniqueViolation } from '#server/db/failures.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Language } from '#server/http/request-language.ts'

/**
 * Makes an account that signs in by a password, and mails a link to prove its address.
 *
 * @throws ApiError `email_taken`, `password_common`
 */
export async function registerUser(
  { catalogue, config, db, now, wakeMailing }: AppContext,
  { email, password }: { email: string; password: string },
  language: Language,
): Promise<void> {
  await checkPassword(password)
  const account = {
    email,
    language,
    passwordHash: await hashPassword(password),
    googleSubject: null,
    verifiedAt: null,
  }
  const time = now()
  try {
    await db.main.transaction().execute(async (transaction) => {
      const owner = await createAccount(transaction, account, catalogue, time)
      await sendVerificationLink(transaction, { config }, { owner, email, language }, time)
    })
  } catch (error) {
    // Asking before inserting would still let two registrations at once through to here.
    if (isUniqueViolation(error)) throw new ApiError('email_taken')
    throw error
  }
  wakeMailing()
}
