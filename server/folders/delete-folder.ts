import { setTimeout as delay } from 'node:timers/promises'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import {
  deletePromptsInSubtree,
  deleteSomePromptsInSubtree,
  deleteSubtree,
  sumSubtree,
} from '#server/folders/folders.queries.ts'
import { ApiError } from '#server/http/api-error.ts'
import { countChange, lockLibrary } from '#server/entries/libraries.queries.ts'

/** As many prompts as take some hundredths of a second, for which others wait to write. */
const promptsAtOnce = 500
/** Lets those write who wait for it. */
const pauseMs = 5

/**
 * Deletes a folder with all that lies in it: in one transaction, unless it holds so much that others who write
 * would wait for it. Then its prompts go piece by piece, and should that be cut short, the rest is still there.
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

/** Gives whether there may be more. */
async function deleteSome(db: Handle, owner: OwnerNo, id: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    const gone = await deleteSomePromptsInSubtree(transaction, owner, id, promptsAtOnce)
    await countChange(transaction, owner, { prompts: -gone.prompts, bytes: -gone.bytes })
    return gone.prompts === promptsAtOnce
  })
}
