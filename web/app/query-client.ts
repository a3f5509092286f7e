import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/api/api-error.ts'

/**
 * What the client knows of the server. After any change, all that is on screen is asked for anew, unless
 * the change ends the session: nobody is left to ask then.
 */
export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    onSettled: (_answer, error, _input, _kept, mutation) => {
      if (error || !mutation.meta?.['endsSession']) return queryClient.invalidateQueries()
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A server that cannot be reached may be back in a moment; one that says no will say it again.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
    },
  },
})
