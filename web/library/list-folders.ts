import { queryOptions } from '@tanstack/react-query'
import { folderCalls } from '#contract/library/folders.ts'
import { send } from '#web/api/send.ts'

/** Fetches the subfolders of a folder and the path to it; null is the root. */
export function folderListQuery(folderId: string | null) {
  return queryOptions({
    queryKey: ['library', 'folders', folderId],
    meta: { shows: ['folders', 'counts'] },
    queryFn: ({ signal }) => send(folderCalls.listFolders, { folderId }, { signal }),
  })
}
