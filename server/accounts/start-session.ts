import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  hashToken,
  makeToken,
  readSessionCookie,
  sessionLifeMs,
  setSessionCookie,
} from '#server/http/session-cookie.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  insertSession,
} from '#server/accounts/sessions.queries.ts'
import { replacePassword, setLanguage } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import { languageOf } from '#server/http/request-language.ts'

const userAgentLength = 200

/**
 * Begins a session in the asking browser, and ends the one it had, whosever that was. One that is begun
 * by a password (`passwordHash`) is not, where that has just been changed: it would outlive the change.
 *
 * @throws ApiError `password_wrong`
 */
export async function startSession(
  { config, db, now }: AppContext,
  owner: OwnerNo,
  request: FastifyRequest,
  reply: FastifyReply,
  passwordHash?: string,
): Promise<void> {
  const token = makeToken()
  const former = readSessionCookie(request, config)
  const time = now()
  await db.main.transaction().execute(async (transaction) => {
    if (
      passwordHash !== undefined &&
      !(await replacePassword(transaction, owner, passwordHash, passwordHash))
    ) {
      throw new ApiError('password_wrong')
    }
    await setLanguage(transaction, owner, languageOf(request))
    if (former !== undefined) await deleteSession(transaction, hashToken(former))
    await deleteExpiredSessions(transaction, owner, time)
    await insertSession(transaction, {
      token_hash: hashToken(token),
      owner_no: owner,
      created_at: time,
      last_used_at: time,
      expires_at: time + sessionLifeMs,
      user_agent: request.headers['user-agent']?.slice(0, userAgentLength) ?? '',
    })
  })
  setSessionCookie(reply, config, token)
}
