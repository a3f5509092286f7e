import { trashCalls } from '#contract/library/trash.ts'
import { queryOf } from '#web/api/query-of.ts'

/** Fetches the items deleted in the last 30 days, most recent first. */
export const trashQuery = queryOf(trashCalls.listTrash, {}, ['trash'])
