import { hash } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import { recordActivity, sourceOf } from '#server/activity/record-activity.ts'
import { refuseBlocked } from '#server/accounts/blocking/admit-owner.ts'
import { createToken, hashToken } from '#server/accounts/create-token.ts'
import { listDevices, upsertDevice } from '#server/accounts/session/devices.queries.ts'
import {
  deleteByTokens,
  deleteExpiredSessions,
  deleteSession,
  insertSession,
  listSessions,
} from '#server/accounts/session/sessions.queries.ts'
import { sessionLifeMs } from '#server/accounts/session/sessions.rules.ts'
import { getUser, lockUser, replacePassword, setLanguage } from '#server/accounts/users.queries.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Channel } from '#server/core/channel.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { queueNotice } from '#server/mail/queue-mail.ts'

const userAgentLength = 200
const tokenForm = /^[\w-]{43}$/

/**
 * Starts a session in the calling browser and ends the one it had, of whichever account. Mails a notice if
 * the browser is new to the account. Returns the user's id.
 *
 * @param passwordHash the hash that the password matched, for a sign-in by password. The session does not
 * start if the password has been changed since: it would survive the change.
 * @throws ApiError `password_wrong`, `account_blocked`
 */
export async function startSession(
  services: Services,
  owner: OwnerNo,
  channel: Channel,
  passwordHash?: string,
): Promise<string> {
  const { db, now, wakeMailing } = services
  const { language, logSecurity, tokens } = channel
  const token = createToken()
  const former = tokens.read('session')
  const knownDevice = tokens.read('device')
  const device = knownDevice && tokenForm.test(knownDevice) ? knownDevice : createToken()
  const userAgent = channel.userAgent.slice(0, userAgentLength)
  const time = now()
  const userId = await db.main.transaction().execute(async (transaction) => {
    if (
      passwordHash !== undefined &&
      !(await replacePassword(transaction, owner, passwordHash, passwordHash))
    ) {
      throw new ApiError('password_wrong')
    }
    // Locked first, so that an account that is blocked meanwhile gets no session.
    await lockUser(transaction, owner)
    await refuseBlocked(transaction, owner)
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
    const user = await getUser(transaction, owner)
    if (await recordDevice(transaction, owner, device, time)) {
      const notice = { kind: 'new_device', userAgent, at: time } as const
      await queueNotice(transaction, services, { owner, ...user }, notice)
    }
    return user.id
  })
  logSecurity('signed_in', { userId })
  wakeMailing()
  tokens.set('session', token)
  tokens.set('device', device)
  return userId
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
