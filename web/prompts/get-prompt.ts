import { promptCalls } from '#contract/library/prompts.ts'
import { queryOf } from '#web/api/query-of.ts'

/** The whole prompt, refetched each time a dialog opens. */
export function promptQuery(promptId: string) {
  return {
    ...queryOf(
      promptCalls.getPrompt,
      { promptId },
      ['prompts', 'value-sets'],
      ({ prompt }) => prompt,
    ),
    staleTime: 0,
    gcTime: 0,
  }
}
