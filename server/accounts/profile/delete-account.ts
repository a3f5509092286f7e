import { setTimeout as delay } from 'node:timers/promises'
import {
  deleteSomeRows,
  deactivateAccount,
  findDeactivatedAccount,
  findReturnedAccount,
} from '#server/accounts/profile/deletion.queries.ts'
import { toAccountKeys } from '#server/core/throttle/throttles.rules.ts'
import { deleteThrottles } from '#server/core/throttle/throttles.queries.ts'
import { deleteUser, getUser } from '#server/users/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import { eraseRemainsOfAccount } from '#server/db/sqlite/erase-deleted.ts'
import { deleteAllFolders } from '#server/library/folders/folders.queries.ts'
import { deleteLibrary, lockLibrary } from '#server/users/libraries.queries.ts'
import { deleteFromOutbox } from '#server/mail/delete-outbox.ts'
import { queuePartingMail } from '#server/mail/queue-mail.ts'
import { queueEndings } from '#server/billing/payment/queue-endings.ts'

/** A pause between batches, so that other writers get a turn. */
const pauseMs = 5
/** After this, the background sweep deletes the rest. */
const deadlineMs = 5_000

/**
 * Deletes an account with all of its data, ends its subscription at the provider, and mails a confirmation. The first transaction makes the account
 * inaccessible. The library is deleted in batches, after 5 s in the background.
 */
export async function deleteAccount(services: Services, owner: OwnerNo): Promise<void> {
  const { config, db, log, now } = services
  await db.background.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    const { email, email_key, language, stripe_customer } = await getUser(transaction, owner)
    await deleteThrottles(transaction, toAccountKeys(email_key))
    await queueEndings(transaction, owner, stripe_customer, now())
    await deactivateAccount(transaction, owner, now())
    await queuePartingMail(transaction, services, { email, language })
  })
  services.wakeMailing()
  services.wakePaymentWork()
  try {
    await deleteFromOutbox(config, owner)
  } catch (error) {
    // Not fatal: the account itself is deleted.
    log.error({ err: error }, 'Failed to delete mails from the outbox')
  }
  const isDone = await deleteRest(services, owner, AbortSignal.timeout(deadlineMs))
  if (!isDone) services.wakeSweeping()
}

/** Continues deletions that take long or were interrupted, and repeats those that a restored backup has undone. */
export async function sweepAccounts(
  services: Pick<Services, 'db' | 'log' | 'now'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, log, now } = services
  for (let owner; !stopping.aborted && (owner = await findReturnedAccount(db.main));) {
    const returned = owner
    await db.background.transaction().execute(async (transaction) => {
      await lockLibrary(transaction, returned)
      await deactivateAccount(transaction, returned, now())
    })
    log.info('A deleted account was restored from a backup, and is deleted again')
  }
  for (let owner; !stopping.aborted && (owner = await findDeactivatedAccount(services.db.main));) {
    await deleteRest(services, owner, stopping)
  }
}

/** Returns whether everything is deleted. */
async function deleteRest(
  services: Pick<Services, 'db' | 'log'>,
  owner: AccountNo,
  stopping: AbortSignal,
): Promise<boolean> {
  const { background } = services.db
  while (await deleteSome(background, owner)) {
    await delay(pauseMs)
    if (stopping.aborted) return false
  }
  await eraseRemainsOfAccount(services)
  return true
}

/** Deletes one batch. Returns whether there may be another. */
async function deleteSome(db: Handle, owner: AccountNo): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    if (await deleteSomeRows(transaction, owner)) return true
    await deleteAllFolders(transaction, owner)
    // Not by foreign key: in a cluster, libraries are on other nodes than users.
    await deleteLibrary(transaction, owner)
    await deleteUser(transaction, owner)
    return false
  })
}
