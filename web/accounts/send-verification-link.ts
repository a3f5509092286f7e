import { useMutation } from '@tanstack/react-query'
import { accountCalls } from '#contract/accounts.ts'
import { send } from '#web/api/send.ts'

export function useSendVerificationLink() {
  return useMutation({ mutationFn: () => send(accountCalls.sendVerificationLink, {}) })
}
