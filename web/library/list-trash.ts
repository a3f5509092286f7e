import { queryOptions } from '@tanstack/react-query'
import { trashCalls } from '#contract/library/trash.ts'
import { send } from '#web/api/send.ts'

/** Fetches what was deleted in the last 30 days, most recent first. */
export const trashQuery = queryOptions({
  queryKey: ['library', 'trash'],
  meta: { shows: ['trash'] },
  queryFn: ({ signal }) => send(trashCalls.listTrash, {}, { signal }),
})
