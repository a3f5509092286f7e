import { queryOptions } from '@tanstack/react-query'
import { pageCalls } from '#contract/pages.ts'
import { send } from '#web/api/send.ts'

export function pageQuery(type: string) {
  return queryOptions({
    queryKey: ['page', type],
    queryFn: ({ signal }) => send(pageCalls.getPage, {}, { signal, params: { type } }),
  })
}
