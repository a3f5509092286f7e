import { hash } from 'node:crypto'
import { limits } from '#contract/core/limits.ts'
import { recordActivity, sourceOf } from '#server/users/record-activity.ts'
import { createToken, hashToken } from '#server/accounts/create-token.ts'
import {
  consumePendingLogin,
  findEntry,
  findPasskey,
  hasFactor,
  insertPendingLogin,
} from '#server/accounts/factors/factors.queries.ts'
import { pendingLoginLifeMs } from '#server/accounts/factors/factors.rules.ts'
import { finishDueReset } from '#server/accounts/factors/reset-factors.ts'
import {
  findUserByGoogle,
  type GoogleAccount,
} from '#server/accounts/google/google-logins.queries.ts'
import { listDevices, upsertDevice } from '#server/accounts/session/devices.queries.ts'
import {
  deleteByTokens,
  deleteExpiredSessions,
  deleteSession,
  insertSession,
  listSessions,
} from '#server/accounts/session/sessions.queries.ts'
import { sessionLifeMs } from '#server/accounts/session/sessions.rules.ts'
import { getUser, lockUser, replacePassword, setLanguage } from '#server/users/users.queries.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Channel } from '#server/core/channel.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { queueNotice } from '#server/mail/queue-mail.ts'

const userAgentLength = 200
/** The form of tokens of `createToken`. */
export const tokenForm = /^[\w-]{43}$/

/**
 * How a person has authenticated as the owner of an account.
 *
 * - `password`: one factor. `passwordHash`: the hash that the password matched. The session does not start if the
 *   password has
 *   been changed since: it would survive the change.
 * - `google`: one factor, or both if the operator says so (`isBoth`). `google`: its account, which may have been
 *   disconnected since.
 * - `passkey`: both factors. `credentialId`: of the passkey, which may have been removed since. `pendingHash`: of this
 *   browser's pending login of the same account.
 * - `code`: the second factor, for this browser's pending login.
 * `linkHash`: of the pending link of a Google account that the login completes.
 */
export type LoginProof =
  | { by: 'password'; passwordHash: string; linkHash?: string | undefined }
  | { by: 'google'; google: GoogleAccount; isBoth: boolean; linkHash?: string | undefined }
  | { by: 'passkey'; credentialId: string; pendingHash?: string | undefined }
  | { by: 'code'; pendingHash: string }

/**
 * Starts a session in the calling browser and ends its previous session of any account. The only way to a session: for
 * an account with a second factor, one factor starts only a pending login. Mails a notice if the browser is new to the
 * account. Completes a pending link of a Google account. Returns the user's id.
 *
 * @throws ApiError `second_factor_needed`, `sign_in_expired`, `password_wrong`, `google_failed`, `passkey_unknown`,
 * `account_blocked`
 */
export async function startSession(
  services: Services,
  owner: OwnerNo,
  channel: Channel,
  proof: LoginProof,
): Promise<string> {
  const { db, now, wakeMailing } = services
  const { language, logSecurity, tokens } = channel
  const token = createToken()
  const former = tokens.read('session')
  const knownDevice = tokens.read('device')
  const device = knownDevice && tokenForm.test(knownDevice) ? knownDevice : createToken()
  const userAgent = channel.userAgent.slice(0, userAgentLength)
  const time = now()
  const started = await db.main.transaction().execute(async (transaction) => {
    // Locked first, so that an account that is being blocked, or is adding a factor, gets no session.
    await lockUser(transaction, owner)
    const { isWhole, passwordHash, linkHash } = await readProof(transaction, owner, proof, time)
    if (
      passwordHash !== null &&
      !(await replacePassword(transaction, owner, passwordHash, passwordHash))
    ) {
      throw new ApiError('password_wrong')
    }
    const { isBlocked, factors } = await findEntry(transaction, owner)
    if (isBlocked) throw new ApiError('account_blocked')
    if (hasFactor(factors) && !isWhole && !(await finishDueReset(transaction, services, owner))) {
      await insertPendingLogin(transaction, {
        owner_no: owner,
        token_hash: hashToken(token),
        password_hash: passwordHash,
        link_hash: linkHash,
        expires_at: time + pendingLoginLifeMs,
      })
      return undefined
    }
    await setLanguage(transaction, owner, language)
    if (former !== undefined) await deleteSession(transaction, hashToken(former))
    await deleteExpiredSessions(transaction, owner, time)
    await insertSession(transaction, {
      token_hash: hashToken(token),
      owner_no: owner,
      created_at: time,
      last_used_at: time,
      expires_at: time + sessionLifeMs,
      proved_at: time,
      user_agent: userAgent,
    })
    const excess = (await listSessions(transaction, owner, time)).slice(limits.sessions)
    await deleteByTokens(transaction, 'sessions', owner, hashesOf(excess))
    await recordActivity(transaction, owner, sourceOf(channel), { kind: 'signed_in', at: time })
    if (await recordDevice(transaction, owner, device, time)) {
      const notice = { kind: 'new_device', userAgent, at: time } as const
      await queueNotice(transaction, services, owner, notice)
    }
    return { userId: (await getUser(transaction, owner)).id, linkHash }
  })
  if (started === undefined) {
    tokens.set('pendingLogin', token)
    throw new ApiError('second_factor_needed')
  }
  const { userId, linkHash } = started
  logSecurity('signed_in', { userId })
  wakeMailing()
  tokens.set('session', token)
  tokens.set('device', device)
  if (tokens.read('pendingLogin') !== undefined) tokens.clear('pendingLogin')
  if (linkHash !== null) {
    const { finishGoogleLink } = await import('#server/accounts/google/link-google.ts')
    if (await finishGoogleLink(services, owner, linkHash, sourceOf(channel))) {
      logSecurity('google_linked', { userId })
    }
    tokens.clear('googleLink')
  }
  return userId
}

/** What was authenticated, including what the completed pending login has stored. */
async function readProof(
  transaction: Handle,
  owner: OwnerNo,
  proof: LoginProof,
  now: number,
): Promise<{ isWhole: boolean; passwordHash: string | null; linkHash: string | null }> {
  switch (proof.by) {
    case 'password': {
      const { passwordHash, linkHash = null } = proof
      return { isWhole: false, passwordHash, linkHash }
    }
    case 'google': {
      const { google, isBoth, linkHash = null } = proof
      if (linkHash === null && (await findUserByGoogle(transaction, google)) !== owner) {
        throw new ApiError('google_failed')
      }
      return { isWhole: isBoth, passwordHash: null, linkHash }
    }
    case 'passkey': {
      if ((await findPasskey(transaction, proof.credentialId)) === undefined) {
        throw new ApiError('passkey_unknown')
      }
      const { pendingHash } = proof
      const pending =
        pendingHash && (await consumePendingLogin(transaction, owner, pendingHash, now))
      // A passkey alone suffices, whatever the password is now.
      return { isWhole: true, passwordHash: null, linkHash: pending ? pending.link_hash : null }
    }
    case 'code': {
      const pending = await consumePendingLogin(transaction, owner, proof.pendingHash, now)
      if (pending === undefined) throw new ApiError('sign_in_expired')
      return { isWhole: true, passwordHash: pending.password_hash, linkHash: pending.link_hash }
    }
  }
}

/** Records the browser. Returns whether it is new and not the account's first. */
async function recordDevice(
  transaction: Handle,
  owner: OwnerNo,
  device: string,
  now: number,
): Promise<boolean> {
  // Hashed with the owner, so that rows do not link two accounts used in the same browser.
  const deviceHash = hash('sha256', `${owner} ${device}`, 'base64url')
  const known = await listDevices(transaction, owner)
  await upsertDevice(transaction, owner, deviceHash, now)
  if (hashesOf(known).includes(deviceHash)) return false
  await deleteByTokens(transaction, 'devices', owner, hashesOf(known.slice(limits.devices - 1)))
  return known.length > 0
}

function hashesOf(rows: { token_hash: string }[]): string[] {
  return rows.map((row) => row.token_hash)
}
