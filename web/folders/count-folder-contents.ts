import { queryOptions } from '@tanstack/react-query'
import { folderCalls } from '#contract/folders.ts'
import { send } from '#web/api/send.ts'

/** How much lies in a folder, however deep, counted each time it is asked for. */
export function folderContentsQuery(folderId: string) {
  return queryOptions({
    queryKey: ['library', 'contents', folderId],
    meta: { shows: ['counts'] },
    queryFn: ({ signal }) => send(folderCalls.countFolderContents, { folderId }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}
