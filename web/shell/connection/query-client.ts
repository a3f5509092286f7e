import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/api/api-error.ts'
import type { Resource } from '#web/api/resources.ts'
import { isServerLost, onServerReturn, watchConnection } from '#web/api/connection.ts'

/** The client's cache of the server's state. Queries that show what a mutation changes are refetched after it. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: watchIfUnreachable }),
  mutationCache: new MutationCache({
    onError: watchIfUnreachable,
    // Also after an error, because the change may have succeeded although its response was lost.
    onSettled: (_answer, _error, _input, _context, { meta }) => invalidate(meta?.changes ?? []),
  }),
  defaultOptions: {
    // A failed call is a more reliable sign of being offline than `navigator.onLine`.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      // An unreachable server may be back in a moment; once it is known to be lost, its return refetches everything. A
      // rejected call would be rejected again.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && error.isUnreachable && !isServerLost(),
    },
  },
})

if (!import.meta.env.SSR) {
  window.addEventListener('offline', () => void watchConnection())
  onServerReturn(() => void queryClient.invalidateQueries())
}

/** Refetches the queries on screen that show what has changed. */
export function invalidate(changes: readonly Resource[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ meta }) => meta?.shows?.some((resource) => changes.includes(resource)) === true,
  })
}

function watchIfUnreachable(error: Error) {
  if (error instanceof ApiError && error.isUnreachable) void watchConnection()
}
