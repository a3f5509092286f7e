import { queryOptions } from '@tanstack/react-query'
import { activityCalls } from '#contract/accounts/activity.ts'
import { send } from '#web/api/send.ts'

/** What was done to the account. Changes of what it shows are entries. */
export const activityQuery = queryOptions({
  queryKey: ['activity'],
  meta: { shows: ['sessions', 'factors', 'tokens', 'profile', 'models'] },
  queryFn: async ({ signal }) => (await send(activityCalls.listActivity, {}, { signal })).activity,
})
