import { queryOptions } from '@tanstack/react-query'
import { promptCalls } from '#contract/prompts.ts'
import { send } from '#web/api/send.ts'

export function sharedPromptQuery(promptId: string) {
  return queryOptions({
    queryKey: ['shared-prompt', promptId],
    queryFn: ({ signal }) => send(promptCalls.getSharedPrompt, { promptId }, { signal }),
    // The route has asked already; the screen tells how it went.
    retryOnMount: false,
  })
}
