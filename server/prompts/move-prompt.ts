import type { Handle } from '#server/db/database.ts'
import { isForeignKeyViolation } from '#server/db/failures.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { lockLibrary } from '#server/library/libraries.queries.ts'
import { updatePrompt } from '#server/prompts/prompts.queries.ts'

/**
 * Puts a prompt into another folder; null is the root.
 *
 * @throws ApiError `not_found` where the prompt or the folder is not there or not the owner's
 */
export async function movePrompt(
  db: Handle,
  owner: OwnerNo,
  promptId: string,
  folderId: string | null,
): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      await lockLibrary(transaction, owner)
      const rid = await updatePrompt(transaction, owner, promptId, { folder_id: folderId })
      if (rid === undefined) throw new ApiError('not_found')
    })
  } catch (error) {
    // The foreign key knows whether the folder is there.
    if (isForeignKeyViolation(error)) throw new ApiError('not_found')
    throw error
  }
}
