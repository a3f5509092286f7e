import type * as z from 'zod/mini'
import type { changeCalls } from '#contract/library/changes.ts'
import type { Database } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { checkFolder } from '#server/library/folders/check-folder.ts'
import { getLibraryState, listIdsAfter } from '#server/library/changes/changes.queries.ts'

/** Reading these takes a few milliseconds. */
const idsAtOnce = 2_500

/**
 * Lists the ids of all folders and prompts. It reads the library's number first, so that every row of that number is
 * included, unless it has been removed since.
 *
 * @throws ApiError `not_found` if the folder does not exist
 */
export async function listIds(
  db: Database,
  owner: OwnerNo,
  folderId: string | undefined,
): Promise<z.output<typeof changeCalls.listIds.answer>> {
  if (folderId !== undefined) await checkFolder(db.main, owner, folderId)
  const { changeNo } = await getLibraryState(db.main, owner)
  const listAll = async (table: 'folders' | 'prompts') => {
    const page = { folderId, after: '', limit: idsAtOnce }
    const ids = await listIdsAfter(db.main, owner, table, page)
    for (let isMore = ids.length === idsAtOnce; isMore;) {
      const after = ids.at(-1) ?? ''
      const some = await listIdsAfter(db.background, owner, table, { ...page, after })
      ids.push(...some)
      isMore = some.length === idsAtOnce
    }
    return ids
  }
  const folders = await listAll('folders')
  return { folders, prompts: await listAll('prompts'), next: String(changeNo) }
}
