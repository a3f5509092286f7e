import { queryOptions } from '@tanstack/react-query'
import { folderCalls } from '#contract/library/folders.ts'
import { send } from '#web/api/send.ts'

/** Fetches all folders, with the number of prompts in each at any depth. */
export const folderTreeQuery = queryOptions({
  queryKey: ['library', 'tree'],
  meta: { shows: ['folders', 'counts'] },
  queryFn: async ({ signal }) => (await send(folderCalls.listFolderTree, {}, { signal })).folders,
})
