import { queryOptions } from '@tanstack/react-query'
import { profileCalls } from '#contract/accounts/profile.ts'
import { send } from '#web/api/send.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  meta: { shows: ['profile', 'counts'] },
  queryFn: ({ signal }) => send(profileCalls.getProfile, {}, { signal }),
})
