import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { changePrompt } from '#server/library/prompts/change-prompt.ts'

/**
 * Moves a prompt to another folder; null is the root.
 *
 * @throws ApiError `not_found` if the prompt or the folder does not exist or belongs to another owner
 */
export async function movePrompt(
  db: Handle,
  owner: OwnerNo,
  promptId: string,
  folderId: string | null,
): Promise<void> {
  await changePrompt(db, owner, promptId, (former) => ({ ...former, folderId }))
}
