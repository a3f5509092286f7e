import { useMutation } from '@tanstack/react-query'
import type { InputOf } from '#contract/call.ts'
import { promptCalls } from '#contract/prompts.ts'
import { send } from '#web/api/send.ts'

export function useTogglePromptPublic() {
  return useMutation({
    mutationFn: (input: InputOf<typeof promptCalls.togglePromptPublic>) =>
      send(promptCalls.togglePromptPublic, input),
  })
}
