import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import {
  deletePromptsInSubtree,
  deleteSubtree,
  sumSubtree,
} from '#server/folders/folders.queries.ts'
import { ApiError } from '#server/http/api-error.ts'
import { countChange, lockLibrary } from '#server/library/libraries.queries.ts'

/**
 * Deletes a folder with all that lies in it.
 *
 * @throws ApiError `not_found`
 */
export async function deleteFolder(db: Handle, owner: OwnerNo, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    const { folders, prompts, bytes } = await sumSubtree(transaction, owner, id)
    if (folders === 0) throw new ApiError('not_found')
    await deletePromptsInSubtree(transaction, owner, id)
    await deleteSubtree(transaction, owner, id)
    await countChange(transaction, owner, { folders: -folders, prompts: -prompts, bytes: -bytes })
  })
}
