import { recordActivity, sourceOf } from '#server/users/record-activity.ts'
import { toEmailKey } from '#server/users/users.rules.ts'
import { admitOwner } from '#server/accounts/blocking/admit-owner.ts'
import {
  hashPassword,
  isPassword,
  needsRehash,
  noPassword,
} from '#server/accounts/password/hash-password.ts'
import { resendVerificationLink } from '#server/accounts/email/send-verification-link.ts'
import { findUserByEmailKey, replacePassword } from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Channel } from '#server/core/channel.ts'
import { spendAttemptOn } from '#server/core/throttle/spend-attempt.ts'

/** `passwordHash`: the hash that the password matched. */
export type SignedIn = { owner: OwnerNo; passwordHash: string }

/**
 * Checks an e-mail address and a password. An unknown address, or an account without a password, takes as
 * long and fails in the same way as a wrong password.
 *
 * @throws ApiError `password_wrong`, `too_many_attempts`; `account_blocked` with the right password; `email_unverified` if the operator admits only
 * certain domains and the address is not verified
 */
export async function signIn(
  services: Services,
  { email, password }: { email: string; password: string },
  channel: Channel,
): Promise<SignedIn> {
  const { db, now } = services
  const { logSecurity, returnAttempt } = channel
  const emailKey = toEmailKey(email)
  const attempt = await spendAttemptOn(services, 'signInToAccount', emailKey)
  const user = await findUserByEmailKey(db.main, emailKey)
  const isRight = await isPassword(password, user?.password_hash ?? noPassword())
  if (user === undefined || user.password_hash === null || !isRight) {
    logSecurity('sign_in_failed', { userId: user?.id })
    if (user !== undefined) {
      const failed = { kind: 'sign_in_failed', at: now() } as const
      const source = sourceOf(channel)
      // After the response, so that its timing does not reveal whether the account exists.
      services.afterAnswer(() => recordActivity(db.main, user.owner_no, source, failed))
    }
    throw new ApiError('password_wrong')
  }
  await returnAttempt()
  await attempt.refund()
  const { password_hash: stored } = user
  const owner = await admitOwner(db.main, user.owner_no, 'password')
  await refuseUnverified(services, owner, user.email_verified_at)
  if (!needsRehash(stored)) return { owner, passwordHash: stored }
  const passwordHash = await hashPassword(password)
  const isReplaced = await replacePassword(db.main, owner, stored, passwordHash)
  return { owner, passwordHash: isReplaced ? passwordHash : stored }
}

/**
 * If the operator admits only certain domains, refuses accounts with an unverified address: otherwise anyone could
 * claim an address of the domain. Mails the link again.
 *
 * @throws ApiError `email_unverified`
 */
export async function refuseUnverified(
  services: Services,
  owner: OwnerNo,
  verifiedAt: number | null,
): Promise<void> {
  if (typeof services.config.registration !== 'object' || verifiedAt !== null) return
  await resendVerificationLink(services, owner).catch(ignoreTooManyAttempts)
  throw new ApiError('email_unverified')
}

/** The links mailed earlier still work. */
function ignoreTooManyAttempts(error: unknown): void {
  if (!(error instanceof ApiError && error.errorCode === 'too_many_attempts')) throw error
}
