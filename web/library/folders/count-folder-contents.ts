import { queryOptions } from '@tanstack/react-query'
import { folderCalls } from '#contract/library/folders.ts'
import { send } from '#web/api/send.ts'

/** Counts a folder's contents at any depth, each time it is used. */
export function folderContentsQuery(folderId: string) {
  return queryOptions({
    queryKey: ['library', 'contents', folderId],
    meta: { shows: ['counts'] },
    queryFn: ({ signal }) => send(folderCalls.countFolderContents, { folderId }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}
