import type { Services } from '#server/core/services.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Handle } from '#server/db/database.ts'
import {
  findSpentUntil,
  refundAttempt,
  recordAttempt,
} from '#server/core/throttle/throttles.queries.ts'
import {
  type accountThrottles,
  type addressThrottles,
  findThrottle,
  type ThrottleName,
  toNetwork,
  toRefusal,
  toThrottleKey,
} from '#server/core/throttle/throttles.rules.ts'

/** A counted attempt. `refund` uncounts it. */
export type Attempt = { refund: () => Promise<void> }

/**
 * Counts an attempt from a network address (`request.ip`).
 *
 * @throws ApiError `too_many_attempts`, with the time until the next one is possible
 */
export function spendAttemptFrom(
  services: Services,
  name: keyof typeof addressThrottles,
  address: string,
): Promise<Attempt> {
  return spendAttempt(services, name, toNetwork(address))
}

/**
 * Counts an attempt on the account of an e-mail address, in the form of `toEmailKey`. Call it whether or not
 * the account exists, so that the refusal does not reveal it.
 *
 * @throws ApiError `too_many_attempts`, with the time until the next one is possible
 */
export function spendAttemptOn(
  services: Services,
  name: keyof typeof accountThrottles,
  emailKey: string,
): Promise<Attempt> {
  return spendAttempt(services, name, emailKey)
}

/**
 * Counts an attempt on an account like `spendAttemptOn`, within the caller's transaction. Returns whether one was left.
 */
export async function hasAttemptOn(
  transaction: Handle,
  { config, now }: Pick<Services, 'config' | 'now'>,
  name: keyof typeof accountThrottles,
  emailKey: string,
): Promise<boolean> {
  if (!config.rateLimits) return true
  return recordAttempt(transaction, toThrottleKey(name, emailKey), findThrottle(name), now())
}

async function spendAttempt(
  { config, db, now }: Services,
  name: ThrottleName,
  subject: string,
): Promise<Attempt> {
  if (!config.rateLimits) return { refund: async () => {} }
  const throttle = findThrottle(name)
  const key = toThrottleKey(name, subject)
  const time = now()
  if (!(await recordAttempt(db.main, key, throttle, time))) {
    const spentUntil = (await findSpentUntil(db.main, key)) ?? time
    const possibleAt = spentUntil - (throttle.burst - 1) * throttle.refillMs
    const retryAfter = Math.max(1, Math.ceil((possibleAt - time) / 1000))
    throw new ApiError('too_many_attempts', { message: toRefusal(retryAfter), retryAfter })
  }
  return { refund: () => refundAttempt(db.main, key, throttle) }
}
