import { queryOptions } from '@tanstack/react-query'
import { accountCalls } from '#contract/accounts.ts'
import { send } from '#web/api/send.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  meta: { shows: ['profile', 'counts'] },
  queryFn: ({ signal }) => send(accountCalls.getProfile, {}, { signal }),
})
