import { screenAddress, screens } from '#contract/screens.ts'
import { admitOwner, refuseBlocked } from '#server/accounts/blocking/admit-owner.ts'
import { hashToken } from '#server/accounts/create-token.ts'
import { createMailedToken } from '#server/accounts/email/create-mailed-token.ts'
import {
  consumeMailedToken,
  deleteMailedTokens,
} from '#server/accounts/email/mailed-tokens.queries.ts'
import { factorTables } from '#server/accounts/factors/factor-kinds.rules.ts'
import { findEntry, hasAnyFactor, listDueResets } from '#server/accounts/factors/factors.queries.ts'
import { resetDelayMs } from '#server/accounts/factors/factors.rules.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { deleteAll, getUser, lockUser, updateUser } from '#server/users/users.queries.ts'
import { byOperator, recordActivity, type Source } from '#server/users/record-activity.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { toLanguage } from '#languages/languages.ts'
import { queueMail, recordWithNotice, transactWithMail } from '#server/mail/queue-mail.ts'
import { renderLinkMail } from '#server/mail/render-mail.ts'

const accountsAtOnce = 50

/**
 * Schedules the removal of all factors of an account, for an operator. It takes effect after 24 hours, so that the
 * owner can stop it by a mailed link. Returns when, in milliseconds since 1970; an existing reset keeps its time.
 * Undefined: there is no factor.
 *
 * @throws ApiError `account_blocked`
 */
export async function beginFactorReset(
  services: Pick<Services, 'config' | 'db' | 'now' | 'wakeMailing'>,
  owner: OwnerNo,
): Promise<number | undefined> {
  const { config, now } = services
  const time = now()
  return transactWithMail(services, async (transaction) => {
    await lockUser(transaction, owner)
    await refuseBlocked(transaction, owner)
    if (!(await hasAnyFactor(transaction, owner))) return undefined
    const begun = (await findEntry(transaction, owner)).resetAt
    if (begun !== null) return begun
    const at = time + resetDelayMs
    await updateUser(transaction, owner, { factors_reset_at: at })
    await recordActivity(transaction, owner, byOperator, { kind: 'factor_reset_begun', at: time })
    const { email, language } = await getUser(transaction, owner)
    const token = await createMailedToken(transaction, owner, 'stop_reset', time)
    const link = config.baseUrl + screenAddress(screens.stopFactorReset, { token })
    const text = renderLinkMail(toLanguage(language), { kind: 'factorReset', email, at }, link)
    await queueMail(transaction, { owner, recipient: email, text }, time)
    return at
  })
}

/**
 * Stops an operator's reset by the token mailed to the account. Returns the user's id.
 *
 * @throws ApiError `link_invalid`, `account_blocked`
 */
export async function stopFactorReset(
  services: Services,
  token: string,
  source: Source,
): Promise<string> {
  const { now } = services
  return transactWithMail(services, async (transaction) => {
    const consumed = await consumeMailedToken(transaction, hashToken(token), ['stop_reset'], now())
    if (consumed === undefined) throw new ApiError('link_invalid')
    const owner = await admitOwner(transaction, consumed.owner_no, 'mailed link')
    const { id } = await getUser(transaction, owner)
    await updateUser(transaction, owner, { factors_reset_at: null })
    const stopped = { kind: 'factor_reset_stopped', at: now() } as const
    await recordWithNotice(transaction, services, owner, source, stopped)
    return id
  })
}

/**
 * Removes all factors of a locked account if an operator's reset is due, and ends its sessions. Returns whether it was.
 * Runs within the caller's transaction: at a login, and in the background.
 */
export async function finishDueReset(
  transaction: Handle,
  services: Pick<Services, 'config' | 'now'>,
  owner: OwnerNo,
): Promise<boolean> {
  const time = services.now()
  const { resetAt } = await findEntry(transaction, owner)
  if (resetAt === null || resetAt > time) return false
  await removeAllFactors(transaction, owner)
  await deleteAll(transaction, 'sessions', owner)
  const done = { kind: 'factors_reset', at: time } as const
  await recordWithNotice(transaction, services, owner, byOperator, done)
  return true
}

/** Removes all second factors of an account, and the logins that wait for them. */
export async function removeAllFactors(transaction: Handle, owner: OwnerNo): Promise<void> {
  const others = ['recovery_codes', 'pending_logins', 'challenges'] as const
  for (const table of [...factorTables, ...others]) {
    await deleteAll(transaction, table, owner)
  }
  await deleteMailedTokens(transaction, owner, ['stop_reset'])
  await updateUser(transaction, owner, { factors_reset_at: null })
}

/** Completes the resets that are due, in the background. */
export async function sweepFactorResets(
  { config, db, now }: Pick<Services, 'config' | 'db' | 'now'>,
  stopping: AbortSignal,
): Promise<void> {
  for (const account of await listDueResets(db.main, now(), accountsAtOnce)) {
    if (stopping.aborted) return
    await db.main.transaction().execute(async (transaction) => {
      await lockUser(transaction, account)
      await finishDueReset(transaction, { config, now }, mintOwner(account, 'operator'))
    })
  }
}
