import { limits } from '#contract/limits.ts'
import type { SearchResult } from '#contract/prompts.ts'
import { foldForSearch } from '#contract/search.ts'
import type { Database } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { toFolderHit } from '#server/folders/folders.present.ts'
import { findWays } from '#server/folders/find-ways.ts'
import { searchFolders } from '#server/folders/folders.queries.ts'
import { toPromptHit } from '#server/prompts/prompts.present.ts'
import { searchPrompts } from '#server/prompts/search.queries.ts'

/** What of a whole library contains a text, and where it lies. */
export async function searchLibrary(
  db: Database,
  owner: OwnerNo,
  search: string,
): Promise<SearchResult> {
  const { background } = db
  const folded = foldForSearch(search)
  // One more than an answer holds tells whether there are more.
  const [prompts, folders] = await Promise.all([
    searchPrompts(background, owner, folded),
    searchFolders(background, owner, folded, limits.searchHits + 1),
  ])
  const shownPrompts = prompts.slice(0, limits.searchHits)
  const shownFolders = folders.slice(0, limits.searchHits)
  const wayTo = await findWays(db, owner, [
    ...shownPrompts.map((prompt) => prompt.folder_id),
    ...shownFolders.map((folder) => folder.parent_id),
  ])
  return {
    prompts: shownPrompts.map((prompt) => toPromptHit(prompt.card, wayTo(prompt.folder_id))),
    folders: shownFolders.map((folder) => toFolderHit(folder, wayTo(folder.parent_id))),
    hasMore: prompts.length > limits.searchHits || folders.length > limits.searchHits,
  }
}
