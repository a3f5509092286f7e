import { setTimeout as delay } from 'node:timers/promises'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import {
  deletePromptsInSubtree,
  deleteSomePromptsInSubtree,
  deleteSubtree,
  sumSubtree,
} from '#server/folders/folders.queries.ts'
import { ApiError } from '#server/core/api-error.ts'
import { countChange, lockLibrary } from '#server/entries/libraries.queries.ts'

/** Takes some hundredths of a second, for which other writers wait. */
const promptsAtOnce = 500
/** Between batches, in which others can write. */
const pauseMs = 5

/**
 * Deletes a folder and everything in it. Above 500 prompts, the prompts are deleted in batches, so that other
 * writers need not wait; after an interruption the folder still holds the rest.
 *
 * @throws ApiError `not_found`
 */
export async function deleteFolder(db: Handle, owner: OwnerNo, id: string): Promise<void> {
  const { prompts } = await sumSubtree(db, owner, id)
  if (prompts > promptsAtOnce) {
    while (await deleteSome(db, owner, id)) await delay(pauseMs)
  }
  await db.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    const { folders, prompts, bytes } = await sumSubtree(transaction, owner, id)
    if (folders === 0) throw new ApiError('not_found')
    await deletePromptsInSubtree(transaction, owner, id)
    await deleteSubtree(transaction, owner, id)
    await countChange(transaction, owner, { folders: -folders, prompts: -prompts, bytes: -bytes })
  })
}

/** Returns whether there may be more. */
async function deleteSome(db: Handle, owner: OwnerNo, id: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    const gone = await deleteSomePromptsInSubtree(transaction, owner, id, promptsAtOnce)
    await countChange(transaction, owner, { prompts: -gone.prompts, bytes: -gone.bytes })
    return gone.prompts === promptsAtOnce
  })
}
