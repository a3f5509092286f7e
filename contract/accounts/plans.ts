import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { code, Moment, NoInput, Success } from '#contract/core/schemas.ts'
import { limits } from '#contract/core/limits.ts'

export const PlanType = z.enum(['monthly', 'yearly'])

/** A plan's texts in one language. */
const PlanTexts = z.object({
  description: z.string(),
  /** One feature per line. */
  note: z.string(),
})

/** `description` and `note` are in English, the Dutch-named fields in German. */
export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  type: PlanType,
  /** Euro, with two decimals; this server sends a string. */
  price: z.union([z.string(), z.number()]),
  description: z.string(),
  dutchDescription: z.string(),
  /** One feature per line. */
  note: z.string(),
  dutchNote: z.string(),
  /** Description and note by language code. */
  texts: z.record(z.string(), PlanTexts),
})
export type Plan = z.output<typeof Plan>

/** The estimated price of a model's answer. */
const RunPrice = z.object({ model: z.string(), credits: z.number() })
export type RunPrice = z.output<typeof RunPrice>

export const SubscriptionDetails = z.object({
  name: z.string(),
  price: z.union([z.string(), z.number()]),
  /** The end of the paid period; null for the free plan. */
  expireAt: z.nullable(Moment),
  /** 0 or '0': inactive; this server sends numbers. */
  isActive: z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')]),
  /** Whether the last attempt to draw a payment failed; the plan stays until its paid period ends. */
  hasPaymentFailed: z.boolean(),
  /** Whether an operator gave the plan until `expireAt`: it is not renewed. Missing from older servers. */
  isGiven: z._default(z.boolean(), false),
})

export type SubscriptionDetails = z.output<typeof SubscriptionDetails>

export const planCalls = {
  listPlans: defineCall({
    method: 'GET',
    path: 'plans',
    access: 'public',
    identifies: true,
    summary: 'The plans on offer, the recommended one, and the caller’s.',
    input: NoInput,
    answer: z.object({
      plans: z.array(Plan),
      recPlanName: z.string(),
      currentPlanId: z.nullable(z.string()),
      /** Estimated credits per run of each model, cheapest first. */
      runPrices: z.array(RunPrice),
    }),
  }),
  checkOut: defineCall({
    method: 'POST',
    path: 'payment/checkout',
    access: 'account',
    summary:
      'Starts a checkout; answers the address of the payment provider’s page, or the path of the test payment page.',
    input: z.object({
      id: z.string().check(z.maxLength(limits.nameLength, code('not_found'))),
      type: PlanType,
    }),
    answer: z.object({ link: z.string() }),
    errors: [
      'not_found',
      'free_plan_used',
      'subscription_active',
      'payments_off',
      'payment_unavailable',
      'too_many_attempts',
    ],
  }),
  unsubscribe: defineCall({
    method: 'POST',
    path: 'payment/unsub',
    access: 'account',
    summary: 'Ends the paid plan and its renewals at once.',
    input: NoInput,
    answer: Success,
    errors: ['paid_plan_missing'],
  }),
}
