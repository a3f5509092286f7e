import { queryOptions } from '@tanstack/react-query'
import { factorCalls } from '#contract/accounts/factors.ts'
import { send } from '#web/api/send.ts'
import type { Resource } from '#web/api/resources.ts'

/** What protects the account besides its password. */
export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  meta: { shows: ['factors'] },
  queryFn: ({ signal }) => send(factorCalls.listFactors, {}, { signal }),
})

/** What adding and removing a factor changes: what proves the account, and that other sessions end. */
export const factorChanges: readonly Resource[] = ['factors', 'profile', 'sessions']
