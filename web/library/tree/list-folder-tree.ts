import { folderCalls } from '#contract/library/folders.ts'
import { queryOf } from '#web/api/query-of.ts'

/** Fetches all folders, with the number of prompts in each at any depth. */
export const folderTreeQuery = queryOf(
  folderCalls.listFolderTree,
  {},
  ['folders', 'counts'],
  ({ folders }) => folders,
)
