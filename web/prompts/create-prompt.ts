import { useMutation } from '@tanstack/react-query'
import type { InputOf } from '#contract/call.ts'
import { promptCalls } from '#contract/prompts.ts'
import { useAttempt } from '#web/api/attempt.ts'
import { send } from '#web/api/send.ts'

export function useCreatePrompt() {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (input: InputOf<typeof promptCalls.createPrompt>) =>
      send(promptCalls.createPrompt, { ...input, attempt }),
  })
}
