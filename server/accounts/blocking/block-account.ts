import { deleteAll, findBlockedAt, lockUser, updateUser } from '#server/users/users.queries.ts'
import { recordActivity, type Source } from '#server/users/record-activity.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { deleteFromOutbox } from '#server/mail/delete-outbox.ts'
import { stopAllRuns } from '#server/runs/runs.queries.ts'

type Context = Pick<Services, 'config' | 'db' | 'now'>

/**
 * Everything that gives access to an account and ends when it is blocked. Mailed links stay, and respond that it is
 * blocked.
 */
const accesses = ['sessions', 'tokens', 'apps', 'pending_logins'] as const

/**
 * Blocks an account: ends its sessions, tokens, apps and a reset of its factors, stops its runs, and deletes its unsent
 * mails. No one can log in, shared prompts are not found, and no mail is sent to it. Its data stays. Returns whether it
 * was open.
 */
export async function blockAccount(
  { config, db, now }: Context,
  owner: OwnerNo,
  source: Source,
): Promise<boolean> {
  const isChanged = await setBlocked({ db, now }, owner, source, true)
  if (isChanged) await deleteFromOutbox(config, owner)
  return isChanged
}

/** Unblocks an account, with all of its data. Its user has to log in again. Returns whether it was blocked. */
export async function unblockAccount(
  { db, now }: Context,
  owner: OwnerNo,
  source: Source,
): Promise<boolean> {
  return setBlocked({ db, now }, owner, source, false)
}

async function setBlocked(
  { db, now }: Pick<Context, 'db' | 'now'>,
  owner: OwnerNo,
  source: Source,
  isBlocked: boolean,
): Promise<boolean> {
  const at = now()
  return db.main.transaction().execute(async (transaction) => {
    await lockUser(transaction, owner)
    const wasBlocked = (await findBlockedAt(transaction, owner)) !== null
    if (wasBlocked === isBlocked) return false
    // Also ends a reset of the factors: a blocked owner could not stop it.
    const changed = { blocked_at: isBlocked ? at : null, factors_reset_at: null }
    await updateUser(transaction, owner, changed)
    // Also when it is unblocked: a login during the blocking may have left a session.
    for (const table of accesses) await deleteAll(transaction, table, owner)
    if (isBlocked) {
      await deleteAll(transaction, 'mails', owner)
      await stopAllRuns(transaction, owner, at)
    }
    const kind = isBlocked ? 'account_blocked' : 'account_unblocked'
    await recordActivity(transaction, owner, source, { kind, at })
    return true
  })
}
