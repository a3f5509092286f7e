import { randomUUIDv7 } from 'node:crypto'
import { limits } from '#contract/core/limits.ts'
import { createToken, hashToken } from '#server/accounts/create-token.ts'
import { deleteMailedTokens } from '#server/accounts/email/mailed-tokens.queries.ts'
import { toTotpData } from '#server/accounts/factors/check-code.ts'
import type { NewPasskey } from '#server/accounts/factors/check-passkey.ts'
import type { FactorKind } from '#server/accounts/factors/factor-kinds.rules.ts'
import {
  activateWaitingFactors,
  countFactors,
  deleteChallenges,
  deleteCodes,
  deletePasskey,
  deleteUselessCodes,
  deleteWaitingFactors,
  findNewTotp,
  findTotp,
  hasAnyFactor,
  hasFactor,
  insertPasskey,
  keepCodes,
  listPasskeys,
  listRecoveryCodes,
  putChallenge,
  putTotp,
  replaceWaitingCodes,
} from '#server/accounts/factors/factors.queries.ts'
import { totpSetupLifeMs } from '#server/accounts/factors/factors.rules.ts'
import { createRecoveryCodes } from '#server/accounts/factors/recovery-codes.rules.ts'
import { withoutGaps } from '#server/accounts/typed-code.ts'
import { createTotpSecret, findStep } from '#server/accounts/factors/totp.rules.ts'
import { hashTogether } from '#server/accounts/password/hash-password.ts'
import { lockSession } from '#server/accounts/session/lock-session.ts'
import { deleteOtherSessions, replaceToken } from '#server/accounts/session/sessions.queries.ts'
import { deleteAll, getUser, updateUser } from '#server/users/users.queries.ts'
import type { Source } from '#server/users/record-activity.ts'
import type { SessionActor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/failures.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { recordWithNotice, transactWithMail } from '#server/mail/queue-mail.ts'
import { spendAttemptOn } from '#server/core/throttle/spend-attempt.ts'

/** A change to an account's login methods. Its owner is notified. */
type Change =
  | { kind: FactorKind['added' | 'removed']; name?: string }
  | { kind: 'recovery_codes_renewed' | 'password_removed' }

/**
 * The outcome of a change. `token`: the new one of the actor's session; undefined: sessions stay as they are.
 * `recoveryCodes`: to show, if a first factor is pending until they are confirmed.
 */
export type Changed = {
  changes: Change[]
  token: string | undefined
  recoveryCodes: string[] | null
}

/**
 * Adds a passkey. It is active immediately if another factor is; otherwise it is pending until the recovery codes are
 * confirmed, and replaces another pending factor.
 *
 * @throws ApiError `passkey_known`, `passkey_limit_reached`, `not_logged_in`, `unavailable`
 */
export async function addPasskey(
  services: Services,
  actor: SessionActor,
  passkey: NewPasskey & { name: string; transports: string },
  source: Source,
): Promise<Changed & { id: string }> {
  const id = randomUUIDv7()
  const insert = async (transaction: Handle, isActive: 0 | 1): Promise<Change> => {
    await checkPasskeyLimit(transaction, actor.owner)
    await insertPasskey(transaction, {
      owner_no: actor.owner,
      id,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
      is_synced: passkey.isSynced ? 1 : 0,
      is_active: isActive,
      created_at: services.now(),
    })
    return { kind: 'passkey_added', name: passkey.name }
  }
  try {
    return { id, ...(await addFactor(services, actor, insert, source)) }
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('passkey_known')
    throw error
  }
}

/** @throws ApiError `passkey_limit_reached` */
export async function checkPasskeyLimit(db: Handle, owner: OwnerNo): Promise<void> {
  if ((await listPasskeys(db, owner)).length >= limits.passkeys) {
    throw new ApiError('passkey_limit_reached')
  }
}

/**
 * Starts adding an authenticator app. Returns its secret, in base32.
 *
 * @throws ApiError `totp_off`
 */
export async function beginTotp(
  { db, now, secrets }: Services,
  { owner, tokenHash }: SessionActor,
): Promise<string> {
  if (secrets === undefined) throw new ApiError('totp_off')
  const secret = createTotpSecret()
  await putChallenge(db.main, {
    owner_no: owner,
    challenge_hash: hashToken(createToken()),
    purpose: 'totp',
    browser_hash: tokenHash,
    sealed_secret: await secrets.seal(secret, toTotpData(owner)),
    expires_at: now() + totpSetupLifeMs,
  })
  return secret
}

/**
 * Completes adding an authenticator app, by its first code. Replaces the previous app.
 *
 * @throws ApiError `totp_off`, `totp_expired`, `code_wrong`, `too_many_attempts`, `not_logged_in`, `unavailable`
 */
export async function confirmTotp(
  services: Services,
  actor: SessionActor,
  typed: string,
  source: Source,
): Promise<Changed> {
  const { db, now, secrets } = services
  const { owner } = actor
  if (secrets === undefined) throw new ApiError('totp_off')
  const sealed = await findNewTotp(db.main, owner, now())
  const secret = sealed && (await secrets.open(sealed, toTotpData(owner)))
  if (sealed === undefined || secret === undefined) throw new ApiError('totp_expired')
  const { email_key } = await getUser(db.main, owner)
  const attempt = await spendAttemptOn(services, 'enterFactorCode', email_key)
  const digits = withoutGaps(typed)
  const step = /^\d{6}$/.test(digits) ? findStep(secret, digits, 0, now()) : undefined
  if (step === undefined) throw new ApiError('code_wrong')
  await attempt.refund()
  const insert = async (transaction: Handle, isActive: 0 | 1): Promise<Change> => {
    // Another tab may have restarted the setup.
    if ((await findNewTotp(transaction, owner, now())) !== sealed)
      throw new ApiError('totp_expired')
    await deleteChallenges(transaction, owner, 'totp')
    await putTotp(transaction, {
      owner_no: owner,
      sealed_secret: sealed,
      last_step: step,
      is_active: isActive,
      created_at: now(),
    })
    return { kind: 'totp_added' }
  }
  return addFactor(services, actor, insert, source)
}

async function addFactor(
  services: Services,
  actor: SessionActor,
  insert: (transaction: Handle, isActive: 0 | 1) => Promise<Change>,
  source: Source,
): Promise<Changed> {
  const { db, now } = services
  const { owner } = actor
  // Hashed before the transaction, because it is slow.
  const isFirst = !hasFactor(await countFactors(db.main, owner))
  const codes = isFirst ? await makeCodes() : undefined
  return change(services, actor, source, async (transaction) => {
    if (hasFactor(await countFactors(transaction, owner))) {
      return { changes: [await insert(transaction, 1)], endsSessions: true, recoveryCodes: null }
    }
    // The last other factor has been removed in the meantime.
    if (codes === undefined) throw new ApiError('unavailable')
    // Only one factor is pending at a time: confirming the codes must not activate a factor that someone else left
    // pending.
    await deleteWaitingFactors(transaction, owner)
    await insert(transaction, 0)
    await replaceWaitingCodes(transaction, owner, codes.hashes, now())
    return { changes: [], endsSessions: false, recoveryCodes: codes.shown }
  })
}

async function makeCodes(): Promise<{ shown: string[]; hashes: string[] }> {
  const shown = createRecoveryCodes()
  return { shown, hashes: await hashTogether(shown.map(withoutGaps)) }
}

/**
 * Creates new recovery codes, which are pending until confirmed.
 *
 * @throws ApiError `factor_missing`, `not_logged_in`
 */
export async function renewRecoveryCodes(
  { db, now }: Services,
  actor: SessionActor,
): Promise<string[]> {
  const { owner } = actor
  if (!(await hasAnyFactor(db.main, owner))) throw new ApiError('factor_missing')
  const { shown, hashes } = await makeCodes()
  await db.main.transaction().execute(async (transaction) => {
    await lockSession(transaction, actor)
    if (!(await hasAnyFactor(transaction, owner))) throw new ApiError('factor_missing')
    await replaceWaitingCodes(transaction, owner, hashes, now())
  })
  return shown
}

/**
 * Confirms the recovery codes that were shown, and activates the pending factors. Idempotent.
 *
 * @throws ApiError `factor_missing`, `not_logged_in`
 */
export async function confirmRecoveryCodes(
  services: Services,
  actor: SessionActor,
  source: Source,
): Promise<Changed> {
  const { owner } = actor
  return change(services, actor, source, async (transaction) => {
    if (!(await hasAnyFactor(transaction, owner))) throw new ApiError('factor_missing')
    if ((await listRecoveryCodes(transaction, owner, false)).length === 0) {
      return { changes: [], endsSessions: false, recoveryCodes: null }
    }
    await deleteCodes(transaction, owner, true)
    await keepCodes(transaction, owner)
    const added = await activateWaitingFactors(transaction, owner)
    const isFirst = added.length > 0
    return {
      changes: isFirst ? added : [{ kind: 'recovery_codes_renewed' }],
      endsSessions: isFirst,
      recoveryCodes: null,
    }
  })
}

/**
 * Removes a passkey.
 *
 * @throws ApiError `not_found`, `not_logged_in`; `password_missing` if the user could no longer log in
 */
export async function removePasskey(
  services: Services,
  actor: SessionActor,
  id: string,
  source: Source,
): Promise<Changed> {
  const { owner } = actor
  return change(services, actor, source, async (transaction) => {
    const passkeys = await listPasskeys(transaction, owner)
    const passkey = passkeys.find((one) => one.id === id)
    if (passkey === undefined) throw new ApiError('not_found')
    const others = passkeys.filter((one) => one !== passkey && one.is_active === 1)
    const { password_hash, google_subject } = await getUser(transaction, owner)
    if (password_hash === null && google_subject === null && others.length === 0) {
      throw new ApiError('password_missing')
    }
    await deletePasskey(transaction, owner, id)
    const removed: Change = { kind: 'passkey_removed', name: passkey.name }
    return finishRemoval(transaction, owner, passkey.is_active === 1 ? [removed] : [])
  })
}

/**
 * Removes the authenticator app.
 *
 * @throws ApiError `factor_missing`, `not_logged_in`
 */
export async function removeTotp(
  services: Services,
  actor: SessionActor,
  source: Source,
): Promise<Changed> {
  const { owner } = actor
  return change(services, actor, source, async (transaction) => {
    const totp = await findTotp(transaction, owner)
    if (totp === undefined) throw new ApiError('factor_missing')
    await deleteAll(transaction, 'totp_secrets', owner)
    return finishRemoval(transaction, owner, totp.is_active === 1 ? [{ kind: 'totp_removed' }] : [])
  })
}

async function finishRemoval(transaction: Handle, owner: OwnerNo, changes: Change[]) {
  await deleteUselessCodes(transaction, owner)
  return { changes, endsSessions: changes.length > 0, recoveryCodes: null }
}

/**
 * Removes the password of an account that has a passkey.
 *
 * @throws ApiError `factor_missing` without a passkey, `password_missing`, `not_logged_in`
 */
export async function removePassword(
  services: Services,
  actor: SessionActor,
  source: Source,
): Promise<Changed> {
  const { owner } = actor
  return change(services, actor, source, async (transaction) => {
    const { password_hash } = await getUser(transaction, owner)
    if (password_hash === null) throw new ApiError('password_missing')
    if ((await countFactors(transaction, owner)).passkeys === 0) {
      throw new ApiError('factor_missing')
    }
    await updateUser(transaction, owner, { password_hash: null })
    return { changes: [{ kind: 'password_removed' }], endsSessions: true, recoveryCodes: null }
  })
}

/**
 * Changes the factors of a locked account in one transaction, with the activity and a mail for each change.
 * `endsSessions`: all other sessions, pending logins and a pending change of address end, and the actor's session gets
 * a new token.
 *
 * @throws ApiError `not_logged_in`
 */
async function change(
  services: Services,
  actor: SessionActor,
  source: Source,
  apply: (transaction: Handle) => Promise<Omit<Changed, 'token'> & { endsSessions: boolean }>,
): Promise<Changed> {
  const { owner, tokenHash } = actor
  const token = createToken()
  return transactWithMail(services, async (transaction) => {
    await lockSession(transaction, actor)
    const { changes, endsSessions, recoveryCodes } = await apply(transaction)
    if (endsSessions) {
      await deleteOtherSessions(transaction, owner, tokenHash)
      await deleteAll(transaction, 'pending_logins', owner)
      // Its link would change the address without the factor.
      await deleteMailedTokens(transaction, owner, ['change_email'])
      await replaceToken(transaction, owner, tokenHash, hashToken(token))
    }
    for (const one of changes) {
      const done = { ...one, at: services.now() }
      await recordWithNotice(transaction, services, owner, source, done)
    }
    return { changes, recoveryCodes, token: endsSessions ? token : undefined }
  })
}
