import { useMutation } from '@tanstack/react-query'
import { planCalls } from '#contract/plans.ts'
import { send } from '#web/api/send.ts'

export function useUnsubscribe() {
  return useMutation({ mutationFn: () => send(planCalls.unsubscribe, {}) })
}
