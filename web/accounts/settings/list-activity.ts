import { activityCalls } from '#contract/accounts/activity.ts'
import { queryOf } from '#web/api/query-of.ts'

/** What was done to the account. Changes of what it shows are entries. */
export const activityQuery = queryOf(
  activityCalls.listActivity,
  {},
  ['sessions', 'factors', 'tokens', 'profile', 'models'],
  ({ activity }) => activity,
)
