import { useMutation } from '@tanstack/react-query'
import { accountCalls } from '#contract/accounts.ts'
import { send } from '#web/api/send.ts'

export function useUndoEmailChange(token: string) {
  return useMutation({
    mutationFn: () => send(accountCalls.undoEmailChange, { token }),
    meta: { endsSession: true },
  })
}
