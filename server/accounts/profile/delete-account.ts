import { toAccountKeys } from '#server/throttle/throttles.rules.ts'
import { deleteThrottles } from '#server/throttle/throttles.queries.ts'
import { deleteUser, getUser } from '#server/accounts/users.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { eraseDeleted } from '#server/db/sqlite/erase-deleted.ts'
import { deleteAllFolders } from '#server/folders/folders.queries.ts'
import { deleteLibrary, lockLibrary } from '#server/entries/libraries.queries.ts'
import { deleteFromOutbox } from '#server/mail/delete-outbox.ts'
import { queueEndings } from '#server/payment/queue-endings.ts'
import { deleteSomePrompts } from '#server/prompts/prompts.queries.ts'
import { deleteSomeVersions } from '#server/versions/versions.queries.ts'

/** Deletes an account with all of its data, and ends its subscription at the provider. */
export async function deleteAccount(services: Services, owner: OwnerNo): Promise<void> {
  const { db, log, now } = services
  await db.background.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    const { email_key, stripe_customer } = await getUser(transaction, owner)
    while ((await deleteSomePrompts(transaction, owner, 'prompts')) > 0n);
    while ((await deleteSomePrompts(transaction, owner, 'trashed_prompts')) > 0n);
    while ((await deleteSomeVersions(transaction, owner)) > 0n);
    await deleteAllFolders(transaction, owner)
    // Not by foreign key: in a cluster, libraries are on other nodes than users.
    // With it goes what is left of its trash, by foreign key.
    await deleteLibrary(transaction, owner)
    await deleteThrottles(transaction, toAccountKeys(email_key))
    await queueEndings(transaction, owner, stripe_customer, now())
    // Foreign keys delete sessions, mails, mailed links, subscriptions and credits.
    await deleteUser(transaction, owner)
  })
  services.wakePaymentWork()
  try {
    await deleteFromOutbox(services.config, owner)
    await eraseDeleted(db.background)
  } catch (error) {
    // The account itself has been deleted.
    log.error({ err: error }, 'Failed to erase deleted data from the disk')
  }
}
