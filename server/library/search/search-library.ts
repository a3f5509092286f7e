import type * as z from 'zod/mini'
import type { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import type { SearchResult } from '#contract/library/prompts.ts'
import { toShortNameStart } from '#contract/core/short-names.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Database } from '#server/db/database.ts'
import { getHoldings, type Holdings } from '#server/users/libraries.queries.ts'
import { checkFolder } from '#server/library/folders/check-folder.ts'
import { findPaths } from '#server/library/folders/find-paths.ts'
import { toFolder } from '#server/library/folders/folders.present.ts'
import { searchFolders } from '#server/library/folders/folders.queries.ts'
import { findExcerpt } from '#contract/library/search/excerpt.ts'
import { enoughHits } from '#contract/library/search/ranks.ts'
import { findSimilar } from '#server/library/search/find-similar.ts'
import type { SearchScope } from '#server/library/search/matching.queries.ts'
import { searchPrompts } from '#server/library/search/search.queries.ts'
import { toStoredNeedles } from '#server/library/search/search-text.ts'
import { toNeedles } from '#contract/library/search/needles.ts'

/** One more than an answer contains, to detect whether there are more. */
const limit = limits.searchHits + 1
/**
 * The amount that the main thread searches in a millisecond or two: folders and prompts, and bytes of text for each
 * word.
 */
const small = { rows: 2_500, bytes: 16_000_000 }

/**
 * Finds the prompts and folders that contain all words of a text in any order, with the path to each, below
 * the actor's root folder. A scope that only prompts can meet finds no folders. If few prompts are found, adds those with similar names.
 *
 * @throws ApiError `not_found` if the folder of the scope does not exist or belongs to another owner
 */
export async function searchLibrary(
  db: Database,
  { owner, root }: Pick<Actor, 'owner' | 'root'>,
  { search, folderId, ...flags }: z.output<typeof calls.searchPrompts.input>,
): Promise<SearchResult> {
  if (folderId !== undefined) await checkFolder(db.main, owner, folderId)
  const needles = toNeedles(search)
  const isSmall = isSmallFor(needles.words.length, await getHoldings(db.main, owner))
  // Sending a small library's hits from the background would take longer than finding them.
  const handle = isSmall ? db.main : db.background
  const scope: Record<'folderId' | keyof typeof flags, unknown> & SearchScope = {
    folderId,
    isPublic: toCondition(flags.isPublic),
    hasVariables: toCondition(flags.hasVariables),
    isFavourite: toCondition(flags.isFavourite),
  }
  const findsFolders = Object.values(flags).every((flag) => flag === undefined)
  const [prompts, folders] = await Promise.all([
    searchPrompts(handle, {
      owner,
      needles: toStoredNeedles(handle, needles),
      folderWords: needles.words,
      shortName: toShortNameStart(search),
      scope,
      isSmall,
    }),
    findsFolders ? searchFolders(handle, owner, needles.words, { within: folderId, limit }) : [],
  ])
  const similar =
    prompts.length < enoughHits ? await findSimilar(handle, search, { owner, scope }, prompts) : []
  const shownPrompts = prompts.slice(0, limits.searchHits)
  const shownFolders = folders.slice(0, limits.searchHits)
  const pathTo = await findPaths(
    db,
    owner,
    [
      ...[...shownPrompts, ...similar].map((prompt) => prompt.folderId),
      ...shownFolders.map((folder) => folder.parent_id),
    ],
    root,
  )
  return {
    prompts: shownPrompts.map(({ rid: _rid, folderId, isScattered, body, notes, ...card }) => {
      const line = findExcerpt({ name: card.name, body, notes, isScattered }, needles)
      return { ...card, folderPath: pathTo(folderId), ...(line !== undefined && { line }) }
    }),
    folders: shownFolders.map((row) => ({ ...toFolder(row), folderPath: pathTo(row.parent_id) })),
    ...(similar.length > 0 && {
      similar: similar.map(({ folderId, ...card }) => ({ ...card, folderPath: pathTo(folderId) })),
    }),
    hasMore: prompts.length > limits.searchHits || folders.length > limits.searchHits,
  }
}

function isSmallFor(words: number, { prompts, folders, bytes }: Holdings): boolean {
  return prompts + folders <= small.rows && bytes * words <= small.bytes
}

function toCondition(flag: '0' | '1' | undefined): boolean | undefined {
  return flag === undefined ? undefined : flag === '1'
}
