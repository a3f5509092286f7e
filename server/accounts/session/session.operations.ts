import type { LoginCheck, loginCheckCalls } from '#contract/accounts/login-check.ts'
import type { sessionCalls } from '#contract/accounts/session.ts'
import { recordActivity, sourceOf } from '#server/users/record-activity.ts'
import { hashToken } from '#server/accounts/create-token.ts'
import { offerRequest, bindToSession } from '#server/accounts/factors/check-passkey.ts'
import { proveSession } from '#server/accounts/session/prove-session.ts'
import { toSession, toSessionId } from '#server/accounts/session/sessions.present.ts'
import {
  deleteByTokens,
  deleteOtherSessions,
  deleteSession,
  listSessions,
} from '#server/accounts/session/sessions.queries.ts'
import { deleteAll, deletePrograms } from '#server/users/users.queries.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'
import { getBalance } from '#server/billing/plans/terms/get-balance.ts'

type SessionCalls = typeof loginCheckCalls & typeof sessionCalls

/** The login check's answer to visitors. */
export const loggedOut: LoginCheck = { isLoggedIn: false, credits: { credits: 0, given: 0 } }

export const sessionOperations: Operations<SessionCalls> = {
  async checkLogin(services, actor) {
    if (actor === undefined) return loggedOut
    const credits = await getBalance(services.db.main, actor.owner, services)
    return { isLoggedIn: true, accountId: actor.userId, credits }
  },

  async logout({ db }, actor, _input, { tokens, logSecurity }) {
    const token = tokens.read('session')
    if (token !== undefined) await deleteSession(db.main, hashToken(token))
    tokens.clear('session')
    if (actor) logSecurity('signed_out')
    return success
  },

  async listSessions({ db, now }, { owner, tokenHash }) {
    const rows = await listSessions(db.main, owner, now())
    return { sessions: rows.map((row) => toSession(row, tokenHash)) }
  },

  async endOtherSessions({ db, now }, actor, { keepsTokens }, channel) {
    const { owner } = actor
    const ended = { kind: 'sessions_ended', at: now() } as const
    await db.main.transaction().execute(async (transaction) => {
      if (actor.via === 'operator') await deleteAll(transaction, 'sessions', owner)
      else await deleteOtherSessions(transaction, owner, actor.tokenHash)
      if (!keepsTokens) await deletePrograms(transaction, owner)
      await recordActivity(transaction, owner, sourceOf(channel, actor), ended)
    })
    channel.logSecurity('sessions_ended')
    return success
  },

  async endSession({ db, now }, actor, { sessionId }, channel) {
    const { owner } = actor
    const rows = await listSessions(db.main, owner, now())
    const row = rows.find((one) => toSessionId(one.token_hash) === sessionId)
    if (row === undefined) throw new ApiError('not_found')
    const ended = { kind: 'sessions_ended', at: now(), name: row.user_agent } as const
    await db.main.transaction().execute(async (transaction) => {
      await deleteByTokens(transaction, 'sessions', owner, [row.token_hash])
      await recordActivity(transaction, owner, sourceOf(channel, actor), ended)
    })
    channel.logSecurity('sessions_ended')
    return success
  },

  async getProofOptions(services, actor) {
    return { options: { ...(await offerRequest(services, bindToSession(actor, 'prove'))) } }
  },

  async proveSession(services, actor, proof, channel) {
    await proveSession(services, actor, proof, channel)
    channel.logSecurity('proved')
    return success
  },
}
