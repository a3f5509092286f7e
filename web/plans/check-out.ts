import { useMutation } from '@tanstack/react-query'
import { planCalls, type Plan } from '#contract/plans.ts'
import { send } from '#web/api/send.ts'

/** Begins paying for a plan, and gives the provider's page to go on at. */
export function useCheckOut() {
  return useMutation({
    mutationFn: ({ id, type }: Plan) => send(planCalls.checkOut, { id, type }),
  })
}
