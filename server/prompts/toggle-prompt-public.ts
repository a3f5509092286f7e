import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { changePrompt } from '#server/prompts/change-prompt.ts'

/**
 * Shares a private prompt by link, or makes a shared one private.
 *
 * @throws ApiError `not_found`
 */
export async function togglePromptPublic(
  db: Handle,
  owner: OwnerNo,
  promptId: string,
): Promise<void> {
  await changePrompt(db, owner, promptId, (former) => ({
    ...former,
    isPublic: former.isPublic === 1 ? 0 : 1,
  }))
}
