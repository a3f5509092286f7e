import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { deletePromptsInSubtree, deleteSubtree } from '#server/folders/folders.queries.ts'
import { ApiError } from '#server/http/api-error.ts'
import { lockLibrary } from '#server/library/libraries.queries.ts'

/**
 * Deletes a folder with all that lies in it.
 *
 * @throws ApiError `not_found`
 */
export async function deleteFolder(db: Handle, owner: OwnerNo, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    await deletePromptsInSubtree(transaction, owner, id)
    if ((await deleteSubtree(transaction, owner, id)) === 0n) throw new ApiError('not_found')
  })
}
