import { folderCalls } from '#contract/library/folders.ts'
import { queryOf } from '#web/api/query-of.ts'

/** Fetches the subfolders of a folder and the path to it; null is the root. */
export function folderListQuery(folderId: string | null) {
  return queryOf(folderCalls.listFolders, { folderId }, ['folders', 'counts'])
}
