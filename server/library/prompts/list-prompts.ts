import type { PromptCard } from '#contract/library/prompts.ts'
import type { Database } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { checkFolder } from '#server/library/folders/check-folder.ts'
import { collectList } from '#server/library/collect-list.ts'
import { listPromptCards } from '#server/library/prompts/prompts.queries.ts'

/**
 * Lists the cards directly in a folder, or at the root, by name. `hasMore` is true if the list was cut off at
 * `limits.listBytes`.
 *
 * @throws ApiError `not_found` if the folder does not exist or belongs to another owner
 */
export async function listPrompts(
  db: Database,
  owner: OwnerNo,
  folderId: string | null,
): Promise<{ prompts: PromptCard[]; hasMore?: true }> {
  const { rows, hasMore } = await collectList(db, (handle, after: PromptCard | undefined) =>
    listPromptCards(handle, owner, folderId, after),
  )
  // A folder that holds prompts exists.
  if (rows.length === 0 && folderId !== null) await checkFolder(db.main, owner, folderId)
  return { prompts: rows, ...(hasMore && { hasMore }) }
}
