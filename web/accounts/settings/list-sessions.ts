import { sessionCalls } from '#contract/accounts/session.ts'
import { queryOf } from '#web/api/query-of.ts'

/** The account's sessions. */
export const sessionListQuery = queryOf(
  sessionCalls.listSessions,
  {},
  ['sessions'],
  ({ sessions }) => sessions,
)
