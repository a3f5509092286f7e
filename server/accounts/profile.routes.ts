import { Readable } from 'node:stream'
import { calls } from '#contract/calls.ts'
import type { AnswerOf } from '#contract/call.ts'
import { changePassword } from '#server/accounts/change-password.ts'
import { collectAccount } from '#server/accounts/collect-account.ts'
import { deleteAccount } from '#server/accounts/delete-account.ts'
import { getProfile } from '#server/accounts/get-profile.ts'
import { toSession } from '#server/accounts/sessions.present.ts'
import { deleteOtherSessions, listSessions } from '#server/accounts/sessions.queries.ts'
import type { AppContext } from '#server/context.ts'
import type { Implement } from '#server/http/implement.ts'
import { clearSessionCookie, setSessionCookie } from '#server/http/session-cookie.ts'
import { success } from '#server/http/success.ts'

export function profileRoutes(implement: Implement, context: AppContext): void {
  const { config, db, log, now } = context

  implement(calls.getProfile, ({ owner }) => getProfile(context, owner))

  implement(calls.updateProfile, async ({ input, caller, reply }) => {
    setSessionCookie(reply, config, await changePassword(context, caller, input))
    return success
  })

  implement(calls.listSessions, async ({ caller }) => {
    const rows = await listSessions(db.main, caller.owner, now())
    return { sessions: rows.map((row) => toSession(row, caller.tokenHash)) }
  })

  implement(calls.endOtherSessions, async ({ caller }) => {
    await deleteOtherSessions(db.main, caller.owner, caller.tokenHash)
    return success
  })

  implement(calls.downloadAccount, async ({ owner, request, reply }) => {
    const file = Readable.from(collectAccount(context, owner))
    file.on('error', (err) => log.error({ err, requestId: request.id }, 'A download broke off'))
    reply.headers({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="promptshelf-data.json"',
    })
    return asAnswer(file)
  })

  implement(calls.deleteAccount, async ({ owner, reply }) => {
    await deleteAccount(context, owner)
    clearSessionCookie(reply, config)
    return success
  })
}

/** Fastify sends a stream as what comes out of it. */
function asAnswer(json: Readable): AnswerOf<typeof calls.downloadAccount> {
  return json as unknown as AnswerOf<typeof calls.downloadAccount>
}
