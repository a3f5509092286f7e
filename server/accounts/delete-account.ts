import { toAccountKeys } from '#server/throttle/throttles.rules.ts'
import { deleteThrottles } from '#server/throttle/throttles.queries.ts'
import { deleteUser, getUser } from '#server/accounts/users.queries.ts'
import type { AppContext } from '#server/context.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { eraseDeleted } from '#server/db/sqlite/erase-deleted.ts'
import { deleteAllFolders } from '#server/folders/folders.queries.ts'
import { deleteLibrary, lockLibrary } from '#server/entries/libraries.queries.ts'
import { deleteFromOutbox } from '#server/mail/delete-outbox.ts'
import { queueEndings } from '#server/payment/queue-endings.ts'
import { deleteSomePrompts } from '#server/prompts/prompts.queries.ts'

/** Deletes an account and whatever there is of it. */
export async function deleteAccount(context: AppContext, owner: OwnerNo): Promise<void> {
  const { db, log, now } = context
  await db.background.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    const { email_key, stripe_customer } = await getUser(transaction, owner)
    while ((await deleteSomePrompts(transaction, owner)) > 0n);
    await deleteAllFolders(transaction, owner)
    // By a statement of its own: where libraries are spread over many nodes, users have no key to them.
    await deleteLibrary(transaction, owner)
    await deleteThrottles(transaction, toAccountKeys(email_key))
    await queueEndings(transaction, owner, stripe_customer, now())
    // Sessions, mails, mailed links, subscriptions and credits go with their user.
    await deleteUser(transaction, owner)
  })
  context.wakePaymentWork()
  try {
    await deleteFromOutbox(context.config, owner)
    await eraseDeleted(db.background)
  } catch (error) {
    // The account is gone all the same.
    log.error({ err: error }, 'What was deleted could not be erased from the disk')
  }
}
