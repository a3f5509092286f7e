import { queryOptions } from '@tanstack/react-query'
import { promptCalls } from '#contract/library/prompts.ts'
import { send } from '#web/api/send.ts'

/** The whole prompt, refetched each time a dialog opens. */
export function promptQuery(promptId: string) {
  return queryOptions({
    queryKey: ['library', 'prompt', promptId],
    meta: { shows: ['prompts', 'value-sets'] },
    queryFn: async ({ signal }) =>
      (await send(promptCalls.getPrompt, { promptId }, { signal })).prompt,
    staleTime: 0,
    gcTime: 0,
  })
}
