import { activityCalls } from '#contract/accounts/activity.ts'
import { queryOf } from '#web/api/query-of.ts'

/** The account's activity. Changes to the account add entries. */
export const activityQuery = queryOf(
  activityCalls.listActivity,
  {},
  ['sessions', 'factors', 'tokens', 'profile', 'models'],
  ({ activity }) => activity,
)
