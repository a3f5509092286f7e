import type * as z from 'zod/mini'
import { keepPreviousData } from '@tanstack/react-query'
import { promptCalls } from '#contract/library/prompts.ts'
import { queryOf } from '#web/api/query-of.ts'

/** The scope of a search. Without fields, the whole library. */
export type SearchScope = Omit<z.input<typeof promptCalls.searchPrompts.input>, 'search'>

/**
 * Searches prompts and folders. The result includes the search text. A newer search aborts the older request.
 */
export function librarySearchQuery(search: string, scope: SearchScope) {
  return {
    ...queryOf(
      promptCalls.searchPrompts,
      { search, ...scope },
      ['prompts', 'folders'],
      (found) => ({
        ...found,
        search,
      }),
    ),
    placeholderData: keepPreviousData,
  }
}
