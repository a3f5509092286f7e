import type { Assertion, ProofKind } from '#contract/accounts/factors.ts'
import { admitOwner } from '#server/accounts/blocking/admit-owner.ts'
import { createToken, hashToken } from '#server/accounts/create-token.ts'
import { checkCode } from '#server/accounts/factors/check-code.ts'
import { checkAssertion, offerRequest } from '#server/accounts/factors/check-passkey.ts'
import { countFactors, findPendingLogin } from '#server/accounts/factors/factors.queries.ts'
import { toProofs } from '#server/accounts/factors/factors.present.ts'
import { refuseUnverified } from '#server/accounts/password/sign-in.ts'
import { startSession, tokenForm } from '#server/accounts/session/start-session.ts'
import { getUser } from '#server/users/users.queries.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Channel } from '#server/core/channel.ts'
import type { Services } from '#server/core/services.ts'

/**
 * Options to log in with any passkey of this server. They work only in the calling browser.
 *
 * @throws ApiError `passkeys_off`
 */
export async function offerSignIn(services: Services, { tokens }: Channel): Promise<object> {
  const known = tokens.read('signIn')
  // Reused, so that a second tab does not invalidate the first one.
  const token = known !== undefined && tokenForm.test(known) ? known : createToken()
  const browserHash = hashToken(token)
  const options = await offerRequest(services, { purpose: 'sign_in', owner: null, browserHash })
  tokens.set('signIn', token)
  return options
}

/**
 * Logs in with a passkey, which counts as two factors: possession of the authenticator, and its user verification.
 * Completes this browser's pending login of the same account.
 *
 * @throws ApiError the errors of `checkAssertion` and `startSession`; `email_unverified`
 */
export async function signInByPasskey(
  services: Services,
  answer: Assertion,
  channel: Channel,
): Promise<void> {
  const { db, now } = services
  const browserHash = hashToken(channel.tokens.read('signIn') ?? '')
  const binding = { purpose: 'sign_in', owner: null, browserHash } as const
  const passkey = await checkAssertion(services, binding, answer, channel)
  const owner = await admitOwner(db.main, passkey.owner_no, 'passkey')
  const { email_verified_at } = await getUser(db.main, owner)
  await refuseUnverified(services, owner, email_verified_at)
  const token = channel.tokens.read('pendingLogin')
  const pending = token && (await findPendingLogin(db.main, hashToken(token), now()))
  const pendingHash = pending && pending.owner_no === owner ? hashToken(token) : undefined
  await startSession(services, owner, channel, {
    by: 'passkey',
    credentialId: passkey.credential_id,
    pendingHash,
  })
}

/** The factors that can complete this browser's pending login. @throws ApiError `sign_in_expired` */
export async function listPendingProofs(
  { config, db, now }: Services,
  { tokens }: Channel,
): Promise<ProofKind[]> {
  const token = tokens.read('pendingLogin')
  const pending = token && (await findPendingLogin(db.main, hashToken(token), now()))
  if (!pending) throw new ApiError('sign_in_expired')
  return toProofs(config, await countFactors(db.main, pending.owner_no), false)
}

/**
 * Completes this browser's pending login with a code from the authenticator app or a recovery code.
 *
 * @throws ApiError `sign_in_expired`, the errors of `checkCode` and `startSession`
 */
export async function finishByCode(
  services: Services,
  typed: string,
  channel: Channel,
): Promise<void> {
  const { db, now } = services
  const token = channel.tokens.read('pendingLogin')
  const pending = token && (await findPendingLogin(db.main, hashToken(token), now()))
  if (!pending) throw new ApiError('sign_in_expired')
  const owner = await admitOwner(db.main, pending.owner_no, 'pending login')
  try {
    await checkCode(services, owner, typed, channel)
  } catch (error) {
    if (error instanceof ApiError && error.errorCode === 'code_wrong') {
      const { id: userId } = await getUser(db.main, owner)
      channel.logSecurity('sign_in_failed', { userId })
    }
    throw error
  }
  await channel.returnAttempt()
  await startSession(services, owner, channel, { by: 'code', pendingHash: hashToken(token) })
}
