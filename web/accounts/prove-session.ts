import { useMutation } from '@tanstack/react-query'
import { accountCalls } from '#contract/accounts.ts'
import type { InputOf } from '#contract/call.ts'
import { send } from '#web/api/send.ts'

/** Takes the password once more, which counts as a proof for fifteen minutes. */
export function useProveSession() {
  return useMutation({
    mutationFn: (form: InputOf<typeof accountCalls.proveSession>) =>
      send(accountCalls.proveSession, form),
  })
}
