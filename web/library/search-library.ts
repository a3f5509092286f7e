import type * as z from 'zod/mini'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { promptCalls } from '#contract/library/prompts.ts'
import { findCopiedNow } from '#web/api/copied-answers.ts'
import { send } from '#web/api/send.ts'

/** The scope of a search. Without fields, the whole library. */
export type SearchScope = Omit<z.input<typeof promptCalls.searchPrompts.input>, 'search'>

/**
 * Searches prompts and folders. The result includes the search text. A newer search aborts the older request.
 */
export function librarySearchQuery(search: string, scope: SearchScope) {
  return queryOptions({
    queryKey: ['library', 'search', search, scope],
    meta: { shows: ['prompts', 'folders'] },
    queryFn: async ({ signal }) => ({
      ...(await send(promptCalls.searchPrompts, { search, ...scope }, { signal })),
      search,
    }),
    initialData: () => {
      const found = findCopiedNow(promptCalls.searchPrompts, { search, ...scope })
      return found && { ...found, search }
    },
    placeholderData: keepPreviousData,
  })
}
