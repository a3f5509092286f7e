import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { countChange, lockLibrary } from '#server/entries/libraries.queries.ts'
import { deletePrompt as deletePromptRow } from '#server/prompts/prompts.queries.ts'

/** @throws ApiError `not_found` */
export async function deletePrompt(db: Handle, owner: OwnerNo, promptId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    const deleted = await deletePromptRow(transaction, owner, promptId)
    if (deleted === undefined) throw new ApiError('not_found')
    await countChange(transaction, owner, { prompts: -1, bytes: -deleted.bytes })
  })
}
