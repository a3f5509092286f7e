import { appCalls } from '#contract/accounts/apps.ts'
import { queryOf } from '#web/api/query-of.ts'

/** The request of an app in this browser. */
export function connectRequestQuery(uid: string) {
  return {
    ...queryOf(appCalls.describeConnection, { uid }, []),
    staleTime: 'static' as const,
  }
}

/** The apps that are connected to the account, with the names of their folders. */
export const appListQuery = queryOf(appCalls.listApps, {}, ['apps', 'folders'], ({ apps }) => apps)
