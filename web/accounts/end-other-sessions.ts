import { useMutation } from '@tanstack/react-query'
import { accountCalls } from '#contract/accounts.ts'
import { send } from '#web/api/send.ts'

export function useEndOtherSessions() {
  return useMutation({ mutationFn: () => send(accountCalls.endOtherSessions, {}) })
}
