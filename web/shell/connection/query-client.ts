import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/api/api-error.ts'
import { watchConnection } from './connection.ts'

/**
 * What the client knows of the server. After any change, all that is on screen is asked for anew, unless
 * the change ends the session: nobody is left to ask then. So it is when the server was away and is back.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSilence }),
  mutationCache: new MutationCache({
    onError: noticeSilence,
    onSettled: (_answer, error, _input, _kept, mutation) => {
      if (error || !mutation.meta?.['endsSession']) return queryClient.invalidateQueries()
    },
  }),
  defaultOptions: {
    // What a browser believes of its network is often wrong; a call that fails is not.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      // A server that cannot be reached may be back in a moment; one that says no will say it again.
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.isUnreachable,
    },
  },
})

window.addEventListener('offline', watch)

function noticeSilence(error: Error) {
  if (error instanceof ApiError && error.isUnreachable) watch()
}

function watch() {
  void watchConnection(() => void queryClient.invalidateQueries())
}
