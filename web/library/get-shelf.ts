import { queryOptions } from '@tanstack/react-query'
import { shelfCalls } from '#contract/library/shelf.ts'
import { send } from '#web/api/send.ts'

/** Fetches the favourites and the most recently used prompts. */
export const shelfQuery = queryOptions({
  queryKey: ['library', 'shelf'],
  meta: { shows: ['prompts', 'uses'] },
  queryFn: ({ signal }) => send(shelfCalls.getShelf, {}, { signal }),
})
