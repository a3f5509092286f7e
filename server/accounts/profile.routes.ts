import { Readable } from 'node:stream'
import { calls } from '#contract/calls.ts'
import type { AnswerOf } from '#contract/call.ts'
import { changePassword } from '#server/accounts/change-password.ts'
import { checkProof } from '#server/accounts/check-proof.ts'
import { collectAccount } from '#server/accounts/collect-account.ts'
import { deleteAccount } from '#server/accounts/delete-account.ts'
import { getProfile } from '#server/accounts/get-profile.ts'
import { proveSession } from '#server/accounts/prove-session.ts'
import { resendVerificationLink } from '#server/accounts/send-verification-link.ts'
import { toSession, toSessionId } from '#server/accounts/sessions.present.ts'
import {
  deleteOtherSessions,
  deleteSessionsOf,
  listSessions,
} from '#server/accounts/sessions.queries.ts'
import { startEmailChange } from '#server/accounts/start-email-change.ts'
import { unlinkGoogle } from '#server/accounts/unlink-google.ts'
import type { AppContext } from '#server/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Implement } from '#server/http/implement.ts'
import { clearSessionCookie, setSessionCookie } from '#server/http/session-cookie.ts'
import { success } from '#server/http/success.ts'

export function profileRoutes(implement: Implement, context: AppContext): void {
  const { config, db, log, logSecurity, now } = context

  implement(calls.getProfile, ({ caller }) => getProfile(context, caller))

  implement(calls.updateProfile, async ({ input, caller, request, reply }) => {
    setSessionCookie(reply, config, await changePassword(context, caller, input))
    logSecurity(request, 'password_changed')
    return success
  })

  implement(calls.listSessions, async ({ caller }) => {
    const rows = await listSessions(db.main, caller.owner, now())
    return { sessions: rows.map((row) => toSession(row, caller.tokenHash)) }
  })

  implement(calls.endOtherSessions, async ({ caller, request }) => {
    await deleteOtherSessions(db.main, caller.owner, caller.tokenHash)
    logSecurity(request, 'sessions_ended')
    return success
  })

  implement(calls.endSession, async ({ caller, input, request }) => {
    const rows = await listSessions(db.main, caller.owner, now())
    const row = rows.find((one) => toSessionId(one.token_hash) === input.sessionId)
    if (row === undefined) throw new ApiError('not_found')
    await deleteSessionsOf(db.main, caller.owner, [row.token_hash])
    logSecurity(request, 'sessions_ended')
    return success
  })

  implement(calls.proveSession, async ({ caller, input, request }) => {
    await proveSession(context, caller, input.password, request)
    logSecurity(request, 'proved')
    return success
  })

  implement(calls.sendVerificationLink, async ({ owner }) => {
    await resendVerificationLink(context, owner)
    return success
  })

  implement(calls.changeEmail, async ({ caller, input, request }) => {
    checkProof(caller, now())
    await startEmailChange(context, caller.owner, input.email)
    logSecurity(request, 'email_change_asked_for')
    return success
  })

  implement(calls.unlinkGoogle, async ({ caller, request }) => {
    checkProof(caller, now())
    await unlinkGoogle(context, caller.owner)
    logSecurity(request, 'google_unlinked')
    return success
  })

  implement(calls.downloadAccount, async ({ caller, owner, request, reply }) => {
    checkProof(caller, now())
    logSecurity(request, 'data_downloaded')
    const file = Readable.from(collectAccount(context, owner))
    file.on('error', (err) => log.error({ err, requestId: request.id }, 'A download broke off'))
    reply.headers({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="promptshelf-data.json"',
    })
    return asAnswer(file)
  })

  implement(calls.deleteAccount, async ({ caller, owner, request, reply }) => {
    checkProof(caller, now())
    await deleteAccount(context, owner)
    logSecurity(request, 'account_deleted')
    clearSessionCookie(reply, config)
    return success
  })
}

/** Fastify sends a stream as what comes out of it. */
function asAnswer(json: Readable): AnswerOf<typeof calls.downloadAccount> {
  return json as unknown as AnswerOf<typeof calls.downloadAccount>
}
