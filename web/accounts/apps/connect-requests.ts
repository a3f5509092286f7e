import { queryOptions } from '@tanstack/react-query'
import { appCalls } from '#contract/accounts/apps.ts'
import { send } from '#web/api/send.ts'

/** What an app asks this browser for. */
export function connectRequestQuery(uid: string) {
  return queryOptions({
    queryKey: ['connect', uid],
    queryFn: ({ signal }) => send(appCalls.describeConnection, { uid }, { signal }),
    staleTime: 'static',
  })
}

/** The apps that are connected to the account. */
export const appListQuery = queryOptions({
  queryKey: ['apps'],
  // It names their folders.
  meta: { shows: ['apps', 'folders'] },
  queryFn: async ({ signal }) => (await send(appCalls.listApps, {}, { signal })).apps,
})
