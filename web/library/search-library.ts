import type * as z from 'zod/mini'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { promptCalls } from '#contract/prompts.ts'
import { send } from '#web/api/send.ts'

/** Where a search looks; in the whole library where it is empty. */
export type SearchScope = Omit<z.input<typeof promptCalls.searchPrompts.input>, 'search'>

/**
 * Prompts and folders in scope that contain a text, and that text. A newer search ends an older one's request.
 */
export function librarySearchQuery(search: string, scope: SearchScope) {
  return queryOptions({
    queryKey: ['library', 'search', search, scope],
    meta: { shows: ['prompts', 'folders'] },
    queryFn: async ({ signal }) => ({
      ...(await send(promptCalls.searchPrompts, { search, ...scope }, { signal })),
      search,
    }),
    placeholderData: keepPreviousData,
  })
}
