import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { promptCalls } from '#contract/prompts.ts'
import { send } from '#web/api/send.ts'

/** Prompts and folders that contain a text, and that text. A newer search ends an older one's request. */
export function librarySearchQuery(search: string) {
  return queryOptions({
    queryKey: ['library', 'search', search],
    meta: { shows: ['prompts', 'folders'] },
    queryFn: async ({ signal }) => ({
      ...(await send(promptCalls.searchPrompts, { search }, { signal })),
      search,
    }),
    placeholderData: keepPreviousData,
  })
}
