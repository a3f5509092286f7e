import type { Assertion, Attestation } from '#contract/accounts/factors.ts'
import { createToken, hashToken } from '#server/accounts/create-token.ts'
import {
  consumeChallenge,
  findPasskey,
  listPasskeys,
  putChallenge,
  recordPasskeyUse,
  type PasskeyOfUser,
} from '#server/accounts/factors/factors.queries.ts'
import {
  arePasskeysOff,
  challengeLifeMs,
  rpIdOf,
  toUserHandle,
} from '#server/accounts/factors/factors.rules.ts'
import type { ChallengeTable } from '#server/db/schema/factors.table.ts'
import { recordActivity, sourceOf } from '#server/users/record-activity.ts'
import type { SessionActor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Channel } from '#server/core/channel.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'

type Context = Pick<Services, 'config' | 'db' | 'now'>

/** The purpose of a challenge, and the only account and browser that may answer it. `owner`: null for any account. */
export type ChallengeBinding = {
  purpose: Exclude<ChallengeTable['purpose'], 'totp'>
  owner: OwnerNo | null
  browserHash: string
}

/** The binding of a challenge to a session. */
export function bindToSession(
  { owner, tokenHash }: SessionActor,
  purpose: 'prove' | 'add',
): ChallengeBinding {
  return { purpose, owner, browserHash: tokenHash }
}

/**
 * The attestation formats that browsers pass on if none is requested. Others contain certificates, which anyone can
 * make, and the library contacts any address in them.
 */
const attestations: ReadonlySet<string> = new Set(['none', 'packed'])

/** EdDSA, ES256, RS256: every authenticator supports one of these. */
const algorithms = [-8, -7, -257]

/**
 * Options to create a discoverable passkey with user verification.
 *
 * @throws ApiError `passkeys_off`
 */
export async function offerCreation(
  context: Context,
  actor: SessionActor,
  email: string,
): Promise<object> {
  const challenge = await createChallenge(context, bindToSession(actor, 'add'))
  const existing = await listPasskeys(context.db.main, actor.owner)
  return {
    rp: { id: rpIdOf(context.config), name: 'Promptshelf' },
    user: { id: toUserHandle(actor.userId), name: email, displayName: email },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLifeMs,
    excludeCredentials: existing.map(toDescriptor),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    extensions: { credProps: true },
  }
}

/**
 * Options to request a passkey: any of this server to log in, those of the account to re-authenticate.
 *
 * @throws ApiError `passkeys_off`
 */
export async function offerRequest(context: Context, binding: ChallengeBinding): Promise<object> {
  const challenge = await createChallenge(context, binding)
  const { owner } = binding
  const known = owner === null ? [] : await listPasskeys(context.db.main, owner)
  return {
    challenge,
    rpId: rpIdOf(context.config),
    timeout: challengeLifeMs,
    allowCredentials: known.filter(({ is_active }) => is_active === 1).map(toDescriptor),
    userVerification: 'required',
  }
}

function toDescriptor(passkey: { credential_id: string; transports: string }) {
  const { credential_id: id, transports } = passkey
  return { id, type: 'public-key', transports: transports.split(' ').filter(Boolean) }
}

async function createChallenge(
  { config, db, now }: Context,
  { purpose, owner, browserHash }: ChallengeBinding,
): Promise<string> {
  if (arePasskeysOff(config)) throw new ApiError('passkeys_off')
  const challenge = createToken()
  await putChallenge(db.main, {
    owner_no: owner,
    challenge_hash: hashToken(challenge),
    purpose,
    browser_hash: browserHash,
    sealed_secret: null,
    expires_at: now() + challengeLifeMs,
  })
  return challenge
}

/** A passkey as its authenticator describes it. */
export type NewPasskey = {
  credentialId: string
  publicKey: string
  counter: number
  isSynced: boolean
}

/**
 * Checks a passkey that was created for a session.
 *
 * @throws ApiError `passkeys_off`, `passkey_expired`, `passkey_failed`
 */
export async function checkCreation(
  context: Context,
  binding: ChallengeBinding,
  answer: Attestation,
): Promise<NewPasskey> {
  const expected = await takeChallenge(context, binding, answer)
  const { transports: _transports, ...response } = answer.response
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  try {
    const attested = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
    if (!attestations.has(attested.get('fmt'))) throw new ApiError('passkey_failed')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected,
      response: { ...answer, response, clientExtensionResults: {} },
      supportedAlgorithmIDs: algorithms,
    })
    // Only the id outside the signed data has a limited length.
    if (verified && registrationInfo.credential.id === answer.id) {
      const { credential, credentialBackedUp } = registrationInfo
      return {
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        isSynced: credentialBackedUp,
      }
    }
  } catch {
    // Its messages quote the browser's input.
  }
  throw new ApiError('passkey_failed')
}

/**
 * Checks that a passkey has signed a challenge, and records its use. Rejects one whose counter went back, since it may
 * be a copy.
 *
 * @param channel for the activity of the account that a refused passkey belongs to
 * @throws ApiError `passkeys_off`, `passkey_expired`, `passkey_unknown`, also for a passkey of another account than the
 * binding's; `passkey_failed`, `passkey_waiting`
 */
export async function checkAssertion(
  context: Context,
  binding: ChallengeBinding,
  answer: Assertion,
  channel: Channel,
): Promise<PasskeyOfUser> {
  const { db, now } = context
  const expected = await takeChallenge(context, binding, answer)
  const passkey = await findPasskey(db.main, answer.id)
  if (passkey === undefined || (binding.owner !== null && passkey.owner_no !== binding.owner)) {
    throw new ApiError('passkey_unknown')
  }
  const { userHandle, ...response } = answer.response
  if (userHandle && userHandle !== toUserHandle(passkey.user_id)) {
    throw new ApiError('passkey_failed')
  }
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { counter, isSynced } = await verifyAuthenticationResponse({
    ...expected,
    response: { ...answer, response, clientExtensionResults: {} },
    // The library gets no counter, because it is compared below, in the same statement that records it.
    credential: {
      id: passkey.credential_id,
      publicKey: Buffer.from(passkey.public_key, 'base64url'),
      counter: 0,
    },
  }).then(
    ({ verified, authenticationInfo: info }) => {
      if (!verified) throw new ApiError('passkey_failed')
      return { counter: info.newCounter, isSynced: info.credentialBackedUp }
    },
    () => {
      // The messages quote the browser's input.
      throw new ApiError('passkey_failed')
    },
  )
  // Only the holder of the passkey learns this.
  if (passkey.is_active === 0) throw new ApiError('passkey_waiting')
  const use = { counter, is_synced: isSynced ? 1 : 0, used_at: now() }
  if (!(await recordPasskeyUse(db.main, passkey.id, use))) {
    const refused = { kind: 'passkey_refused', at: now(), name: passkey.name } as const
    await recordActivity(db.main, passkey.owner_no, sourceOf(channel), refused)
    channel.logSecurity('passkey_refused', { userId: passkey.user_id })
    throw new ApiError('passkey_failed')
  }
  return passkey
}

/** Invalidates the challenge of an answer. Returns the values that the library compares the answer with. */
async function takeChallenge(
  { config, db, now }: Context,
  { purpose, owner, browserHash }: ChallengeBinding,
  { response: { clientDataJSON } }: { response: { clientDataJSON: string } },
) {
  if (arePasskeysOff(config)) throw new ApiError('passkeys_off')
  const challenge = readChallenge(clientDataJSON)
  if (challenge === undefined) throw new ApiError('passkey_failed')
  const bound = { owner_no: owner, purpose, browser_hash: browserHash }
  if (!(await consumeChallenge(db.main, hashToken(challenge), bound, now()))) {
    throw new ApiError('passkey_expired')
  }
  return {
    expectedChallenge: challenge,
    expectedOrigin: [config.baseUrl, ...config.oldOrigins],
    expectedRPID: rpIdOf(config),
  }
}

function readChallenge(clientDataJson: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return undefined
    return typeof data.challenge === 'string' ? data.challenge : undefined
  } catch {
    return undefined
  }
}
