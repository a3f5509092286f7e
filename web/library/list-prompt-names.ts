import { queryOptions } from '@tanstack/react-query'
import { shelfCalls } from '#contract/shelf.ts'
import { send } from '#web/api/send.ts'

/** The names of all prompts, or of as many as an answer holds. */
export const promptNamesQuery = queryOptions({
  queryKey: ['library', 'names'],
  meta: { shows: ['prompts', 'uses'] },
  queryFn: ({ signal }) => send(shelfCalls.listPromptNames, {}, { signal }),
})
