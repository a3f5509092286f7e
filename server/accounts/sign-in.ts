import type { FastifyRequest } from 'fastify'
import { toEmailKey } from '#server/accounts/accounts.rules.ts'
import {
  hashPassword,
  isPassword,
  needsRehash,
  noPassword,
} from '#server/accounts/hash-password.ts'
import { resendVerificationLink } from '#server/accounts/send-verification-link.ts'
import { findUserByEmailKey, replacePassword } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import { spendAttemptFrom, spendAttemptOn } from '#server/throttle/spend-attempt.ts'

/** The account that an e-mail address and a password belong to, and the hash that the password matched. */
export type SignedIn = { owner: OwnerNo; userId: string; passwordHash: string }

/**
 * Finds the account of an e-mail address and a password. An address without an account, or an account
 * without a password, takes the same time and gives the same answer as a wrong password.
 *
 * @throws ApiError `password_wrong`, `too_many_attempts`; `email_unverified` where the operator takes only
 * addresses of some domains and this one has not been proved
 */
export async function signIn(
  context: AppContext,
  { email, password }: { email: string; password: string },
  request: FastifyRequest,
): Promise<SignedIn> {
  const { config, db, logSecurity } = context
  const emailKey = toEmailKey(email)
  const attempts = [
    await spendAttemptFrom(context, 'signInFromAddress', request.ip),
    await spendAttemptOn(context, 'signInToAccount', emailKey),
  ]
  const user = await findUserByEmailKey(db.main, emailKey)
  const isRight = await isPassword(password, user?.password_hash ?? noPassword)
  if (user === undefined || user.password_hash === null || !isRight) {
    logSecurity(request, 'sign_in_failed', { userId: user?.id })
    throw new ApiError('password_wrong')
  }
  for (const attempt of attempts) await attempt.putBack()
  const { owner_no: owner, id: userId, password_hash: stored } = user
  // Else anyone could claim to have an address of the domain.
  if (typeof config.registration === 'object' && user.email_verified_at === null) {
    await resendVerificationLink(context, owner).catch(ignoreTooManyAttempts)
    throw new ApiError('email_unverified')
  }
  if (!needsRehash(stored)) return { owner, userId, passwordHash: stored }
  const passwordHash = await hashPassword(password)
  const isReplaced = await replacePassword(db.main, owner, stored, passwordHash)
  return { owner, userId, passwordHash: isReplaced ? passwordHash : stored }
}

/** The links that were mailed before are as good. */
function ignoreTooManyAttempts(error: unknown): void {
  if (!(error instanceof ApiError && error.errorCode === 'too_many_attempts')) throw error
}
