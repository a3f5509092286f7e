import { folderCalls } from '#contract/library/folders.ts'
import { queryOf } from '#web/api/query-of.ts'

/** Counts a folder's contents at any depth, each time it is used. */
export function folderContentsQuery(folderId: string) {
  return {
    ...queryOf(folderCalls.countFolderContents, { folderId }, ['counts']),
    staleTime: 0,
    gcTime: 0,
  }
}
