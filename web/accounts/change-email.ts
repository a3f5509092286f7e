import { useMutation } from '@tanstack/react-query'
import { accountCalls } from '#contract/accounts.ts'
import type { InputOf } from '#contract/call.ts'
import { send } from '#web/api/send.ts'

export function useChangeEmail() {
  return useMutation({
    mutationFn: (form: InputOf<typeof accountCalls.changeEmail>) =>
      send(accountCalls.changeEmail, form),
  })
}
