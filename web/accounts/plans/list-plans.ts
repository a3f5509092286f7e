import { queryOptions } from '@tanstack/react-query'
import { planCalls } from '#contract/accounts/plans.ts'
import { send } from '#web/api/send.ts'

export const planListQuery = queryOptions({
  queryKey: ['plans'],
  meta: { shows: ['plans'] },
  queryFn: ({ signal }) => send(planCalls.listPlans, {}, { signal }),
})
