import { checkPassword } from '#server/accounts/password/check-password.ts'
import { checkRegistration } from '#server/accounts/password/check-registration.ts'
import { createAccount } from '#server/accounts/create-account.ts'
import { hashPassword } from '#server/accounts/password/hash-password.ts'
import { sendVerificationLink } from '#server/accounts/email/send-verification-link.ts'
import { getUser } from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import { isUniqueViolation } from '#server/db/failures.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Language } from '#languages/languages.ts'
import { transactWithMail } from '#server/mail/queue-mail.ts'

/**
 * Creates an account with a password and mails a link to verify its address. Returns the user's id.
 *
 * @throws ApiError `email_taken`, `registration_closed`, `registration_restricted`, and what `checkPassword` throws
 */
export async function registerUser(
  services: Services,
  { email, password }: { email: string; password: string },
  language: Language,
): Promise<string> {
  const { catalogue, config } = services
  checkRegistration(config.registration, email)
  await checkPassword(password, email)
  const account = {
    email,
    language,
    passwordHash: await hashPassword(password),
    google: null,
    verifiedAt: null,
  }
  const time = services.now()
  try {
    return await transactWithMail(services, async (transaction) => {
      const owner = await createAccount(transaction, account, catalogue, time)
      await sendVerificationLink(transaction, { config }, { owner, email, language }, time)
      return (await getUser(transaction, owner)).id
    })
  } catch (error) {
    // Checking before inserting would not stop two concurrent registrations.
    if (isUniqueViolation(error)) throw new ApiError('email_taken')
    throw error
  }
}
