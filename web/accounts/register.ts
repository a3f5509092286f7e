import { useMutation } from '@tanstack/react-query'
import type { InputOf } from '#contract/call.ts'
import { accountCalls } from '#contract/accounts.ts'
import { send } from '#web/api/send.ts'

export function useRegister() {
  return useMutation({
    mutationFn: (input: InputOf<typeof accountCalls.register>) =>
      send(accountCalls.register, input),
  })
}
