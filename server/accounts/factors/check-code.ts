import { findStep } from '#server/accounts/factors/totp.rules.ts'
import { toRecoveryCode } from '#server/accounts/factors/recovery-codes.rules.ts'
import { withoutGaps } from '#server/accounts/typed-code.ts'
import {
  findTotp,
  listRecoveryCodes,
  spendRecoveryCode,
  spendStep,
} from '#server/accounts/factors/factors.queries.ts'
import { findHash } from '#server/accounts/password/hash-password.ts'
import { getUser } from '#server/users/users.queries.ts'
import { recordActivity, sourceOf, type Source } from '#server/users/record-activity.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Channel } from '#server/core/channel.ts'
import type { Services } from '#server/core/services.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import { queueNotice, recordWithNotice, transactWithMail } from '#server/mail/queue-mail.ts'
import { spendAttemptOn } from '#server/core/throttle/spend-attempt.ts'

/** Wrong codes per day that typing errors do not explain. */
const suspicious = 5

/** The data that an authenticator app's secret is bound to when it is sealed. */
export function toTotpData(account: AccountNo): readonly (string | number)[] {
  return ['totp', account]
}

/**
 * Checks a code of the account's authenticator app or a recovery code, and invalidates it. Of several requests with one
 * code, only one succeeds.
 *
 * @throws ApiError `code_wrong`, `too_many_attempts`; `totp_off` if the app's secret can no longer be unsealed
 */
export async function checkCode(
  services: Services,
  owner: OwnerNo,
  typed: string,
  channel: Channel,
): Promise<void> {
  const { db } = services
  const { id: userId, email_key } = await getUser(db.main, owner)
  const source = sourceOf(channel)
  const attempt = await spendAttemptOn(services, 'enterFactorCode', email_key)
  const digits = withoutGaps(typed)
  const isOfDigits = /^\d{6}$/.test(digits)
  const isRight = isOfDigits
    ? await isOfApp(services, owner, digits)
    : await isRecoveryCode(services, owner, typed, source)
  if (!isRight) {
    await reportWrongCode(services, owner, source)
    throw new ApiError('code_wrong')
  }
  await attempt.refund()
  if (!isOfDigits) channel.logSecurity('recovery_code_used', { userId })
}

/** Mails a notice at the fifth wrong code of a day: anyone who can enter codes knows the password, or has a session. */
async function reportWrongCode(services: Services, owner: OwnerNo, source: Source): Promise<void> {
  await transactWithMail(services, async (transaction) => {
    const failed = { kind: 'code_failed', at: services.now() } as const
    const times = await recordActivity(transaction, owner, source, failed)
    if (times !== suspicious) return
    await queueNotice(transaction, services, owner, { kind: 'codes_guessed' })
  })
}

async function isOfApp(
  { db, now, secrets }: Services,
  owner: OwnerNo,
  digits: string,
): Promise<boolean> {
  const row = await findTotp(db.main, owner)
  if (row === undefined || row.is_active === 0) return false
  const secret = await secrets?.open(row.sealed_secret, toTotpData(owner))
  if (secret === undefined) throw new ApiError('totp_off')
  const step = findStep(secret, digits, row.last_step, now())
  return step !== undefined && (await spendStep(db.main, owner, step))
}

async function isRecoveryCode(
  services: Services,
  owner: OwnerNo,
  typed: string,
  source: Source,
): Promise<boolean> {
  const { db, now } = services
  const code = toRecoveryCode(typed)
  if (code === undefined) return false
  const hash = await findHash(code, await listRecoveryCodes(db.main, owner, true))
  if (hash === undefined) return false
  return transactWithMail(services, async (transaction) => {
    if (!(await spendRecoveryCode(transaction, owner, hash))) return false
    const left = (await listRecoveryCodes(transaction, owner, true)).length
    const used = { kind: 'recovery_code_used', at: now(), left } as const
    await recordWithNotice(transaction, services, owner, source, used)
    return true
  })
}
