import type { planCalls } from '#contract/accounts/plans.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'
import { endPaidPlan } from '#server/billing/payment/end-paid-plan.ts'
import { startCheckout } from '#server/billing/payment/start-checkout.ts'

type PaymentCalls = Pick<typeof planCalls, 'checkOut' | 'unsubscribe'>

export const paymentOperations: Operations<PaymentCalls> = {
  async checkOut(services, { owner }, input, { language }) {
    return { link: await startCheckout(services, owner, input, language) }
  },

  async unsubscribe(services, { owner }) {
    await endPaidPlan(services, owner)
    return success
  },
}
