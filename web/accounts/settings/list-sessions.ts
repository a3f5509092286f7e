import { queryOptions } from '@tanstack/react-query'
import { sessionCalls } from '#contract/accounts/session.ts'
import { send } from '#web/api/send.ts'

/** The account's sessions. */
export const sessionListQuery = queryOptions({
  queryKey: ['sessions'],
  meta: { shows: ['sessions'] },
  queryFn: async ({ signal }) => (await send(sessionCalls.listSessions, {}, { signal })).sessions,
})
