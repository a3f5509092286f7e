import type { factorCalls, signInCalls } from '#contract/accounts/factors.ts'
import {
  addPasskey,
  beginTotp,
  checkPasskeyLimit,
  confirmRecoveryCodes,
  confirmTotp,
  removePassword,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  type Changed,
} from '#server/accounts/factors/change-factors.ts'
import {
  checkCreation,
  offerCreation,
  bindToSession,
} from '#server/accounts/factors/check-passkey.ts'
import { toFactors } from '#server/accounts/factors/factors.present.ts'
import {
  findTotp,
  hasWaitingFactor,
  listPasskeys,
  listRecoveryCodes,
  renamePasskey,
} from '#server/accounts/factors/factors.queries.ts'
import {
  finishByCode,
  listPendingProofs,
  offerSignIn,
  signInByPasskey,
} from '#server/accounts/factors/finish-login.ts'
import { stopFactorReset } from '#server/accounts/factors/reset-factors.ts'
import { toTotpUri } from '#server/accounts/factors/totp.rules.ts'
import { getUser, updateUser } from '#server/users/users.queries.ts'
import { sourceOf } from '#server/users/record-activity.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Channel } from '#server/core/channel.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'
import { nameBrowser } from '#server/mail/render-mail.ts'

export const factorOperations: Operations<typeof factorCalls & typeof signInCalls> = {
  async listFactors({ config, db, secrets }, { owner }) {
    const user = await getUser(db.main, owner)
    const passkeys = await listPasskeys(db.main, owner)
    const totp = await findTotp(db.main, owner)
    const codesLeft = (await listRecoveryCodes(db.main, owner, true)).length
    const needsCodes = await hasWaitingFactor(db.main, owner)
    const hasSecrets = secrets !== undefined
    return toFactors(config, { user, passkeys, totp, codesLeft, needsCodes, hasSecrets })
  },

  async getPasskeyOptions(services, actor) {
    await checkPasskeyLimit(services.db.main, actor.owner)
    const { email } = await getUser(services.db.main, actor.owner)
    return { options: { ...(await offerCreation(services, actor, email)) } }
  },

  async addPasskey(services, actor, { answer, name }, channel) {
    const created = await checkCreation(services, bindToSession(actor, 'add'), answer)
    const passkey = {
      ...created,
      name: name ?? nameBrowser(channel.language, channel.userAgent) ?? 'Passkey',
      transports: answer.response.transports?.join(' ') ?? '',
    }
    const added = await addPasskey(services, actor, passkey, sourceOf(channel))
    return { ...success, id: added.id, recoveryCodes: show(added, channel) }
  },

  async renamePasskey({ db }, { owner }, { passkeyId, name }) {
    if (!(await renamePasskey(db.main, owner, passkeyId, name))) throw new ApiError('not_found')
    return success
  },

  async removePasskey(services, actor, { passkeyId }, channel) {
    show(await removePasskey(services, actor, passkeyId, sourceOf(channel)), channel)
    return success
  },

  async declinePasskey({ db, now }, { owner }) {
    await updateUser(db.main, owner, { passkey_declined_at: now() })
    return success
  },

  async beginTotp(services, actor) {
    const secret = await beginTotp(services, actor)
    const { email } = await getUser(services.db.main, actor.owner)
    return { secret, uri: toTotpUri(secret, email) }
  },

  async confirmTotp(services, actor, { code }, channel) {
    const added = await confirmTotp(services, actor, code, sourceOf(channel))
    return { ...success, recoveryCodes: show(added, channel) }
  },

  async removeTotp(services, actor, _input, channel) {
    show(await removeTotp(services, actor, sourceOf(channel)), channel)
    return success
  },

  async renewRecoveryCodes(services, actor) {
    return { ...success, recoveryCodes: await renewRecoveryCodes(services, actor) }
  },

  async confirmRecoveryCodes(services, actor, _input, channel) {
    show(await confirmRecoveryCodes(services, actor, sourceOf(channel)), channel)
    return success
  },

  async removePassword(services, actor, _input, channel) {
    show(await removePassword(services, actor, sourceOf(channel)), channel)
    return success
  },

  async stopFactorReset(services, _actor, { token }, channel) {
    const userId = await stopFactorReset(services, token, sourceOf(channel))
    channel.logSecurity('factor_reset_stopped', { userId })
    return success
  },

  async getSignInOptions(services, _actor, _input, channel) {
    return { options: { ...(await offerSignIn(services, channel)) } }
  },

  async signInWithPasskey(services, _actor, { answer }, channel) {
    await signInByPasskey(services, answer, channel)
    return success
  },

  async getPendingLogin(services, _actor, _input, channel) {
    return { proofs: await listPendingProofs(services, channel) }
  },

  async signInWithCode(services, _actor, { code }, channel) {
    await finishByCode(services, code, channel)
    return success
  },
}

/** Logs the change, and returns the session's new token. Returns the recovery codes to show. */
function show({ changes, token, recoveryCodes }: Changed, channel: Channel): string[] | null {
  for (const { kind } of changes) channel.logSecurity(kind)
  if (token !== undefined) channel.tokens.set('session', token)
  return recoveryCodes
}
