import { calls } from '#contract/calls.ts'
import type { AppContext } from '#server/context.ts'
import type { Implement } from '#server/http/implement.ts'
import { languageOf } from '#server/http/request-language.ts'
import { success } from '#server/http/success.ts'
import { endPaidPlan } from '#server/payment/end-paid-plan.ts'
import { startCheckout } from '#server/payment/start-checkout.ts'

export function paymentRoutes(implement: Implement, context: AppContext): void {
  implement(calls.checkOut, async ({ input, owner, request }) => ({
    link: await startCheckout(context, owner, input, languageOf(request)),
  }))

  implement(calls.unsubscribe, async ({ owner }) => {
    await endPaidPlan(context, owner)
    return success
  })
}
