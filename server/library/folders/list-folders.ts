import type { FolderList } from '#contract/library/folders.ts'
import type { Database } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { findPaths } from '#server/library/folders/find-paths.ts'
import { toFolder } from '#server/library/folders/folders.present.ts'
import { listFolderRows, type FolderRow } from '#server/library/folders/folders.queries.ts'
import { ApiError } from '#server/core/api-error.ts'
import { collectList, rowsInPage } from '#server/library/collect-list.ts'

/**
 * Lists the folders directly in a folder, or at the root, by name, and the path to it, which begins at the folder `top`
 * if there is one. `hasMore` is true if the list was cut off at `limits.listBytes`.
 *
 * @throws ApiError `not_found` if the folder does not exist or belongs to another owner
 */
export async function listFolders(
  db: Database,
  owner: OwnerNo,
  folderId: string | null,
  top?: string,
): Promise<FolderList> {
  const folderTree = (await findPaths(db, owner, [folderId], top))(folderId)
  if (folderId !== null && folderTree.length === 0) throw new ApiError('not_found')
  const { rows, hasMore } = await collectList(db, (handle, after: FolderRow | undefined) =>
    listFolderRows(handle, owner, folderId, { after, limit: rowsInPage }),
  )
  return { folders: rows.map(toFolder), folderTree, ...(hasMore && { hasMore }) }
}
