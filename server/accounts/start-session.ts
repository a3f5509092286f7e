import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import {
  hashToken,
  makeToken,
  readDeviceCookie,
  readSessionCookie,
  sessionLifeMs,
  setDeviceCookie,
  setSessionCookie,
} from '#server/http/session-cookie.ts'
import { deleteDevicesOf, listDevices, upsertDevice } from '#server/accounts/devices.queries.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  insertSession,
  listSessions,
} from '#server/accounts/sessions.queries.ts'
import { getUser, replacePassword, setLanguage } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import { languageOf } from '#server/http/request-language.ts'
import { queueNotice } from '#server/mail/queue-mail.ts'

const userAgentLength = 200

/**
 * Begins a session in the asking browser, and ends the one it had, whichever account that was of. A
 * session that begins by a password (`passwordHash`) does not begin where the password has just been
 * changed: it would outlive the change. A browser that is new to the account is reported by mail. Returns the
 * user's id.
 *
 * @throws ApiError `password_wrong`
 */
export async function startSession(
  context: AppContext,
  owner: OwnerNo,
  request: FastifyRequest,
  reply: FastifyReply,
  passwordHash?: string,
): Promise<string> {
  const { config, db, logSecurity, now, wakeMailing } = context
  const token = makeToken()
  const former = readSessionCookie(request, config)
  const device = readDeviceCookie(request, config) ?? makeToken()
  const userAgent = request.headers['user-agent']?.slice(0, userAgentLength) ?? ''
  const time = now()
  const userId = await db.main.transaction().execute(async (transaction) => {
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
      proved_at: time,
      user_agent: userAgent,
    })
    const surplus = (await listSessions(transaction, owner, time)).slice(limits.sessions)
    if (surplus.length > 0) {
      const hashes = surplus.map((session) => session.token_hash)
      await deleteSessionsOf(transaction, owner, hashes)
    }
    const { id, email, language } = await getUser(transaction, owner)
    const isNew = await meetDevice(transaction, owner, device, time)
    if (isNew) {
      const notice = { kind: 'new_device', userAgent, at: time } as const
      await queueNotice(transaction, context, { owner, email, language }, notice)
    }
    return id
  })
  logSecurity(request, 'signed_in', { userId })
  wakeMailing()
  setSessionCookie(reply, config, token)
  setDeviceCookie(reply, config, device)
  return userId
}

/** Remembers the browser; returns whether it is a new one, though not the account's first. */
async function meetDevice(
  transaction: Handle,
  owner: OwnerNo,
  device: string,
  now: number,
): Promise<boolean> {
  // With the owner in it, nothing tells that two accounts are used in the same browser.
  const deviceHash = hash('sha256', `${owner} ${device}`, 'base64url')
  const known = await listDevices(transaction, owner)
  await upsertDevice(transaction, owner, deviceHash, now)
  if (known.some((one) => one.token_hash === deviceHash)) return false
  const surplus = known.slice(limits.devices - 1)
  if (surplus.length > 0) {
    const hashes = surplus.map((one) => one.token_hash)
    await deleteDevicesOf(transaction, owner, hashes)
  }
  return known.length > 0
}
