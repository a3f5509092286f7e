import * as z from 'zod/mini'
import { Plan } from '#contract/plans.ts'

const CataloguePlan = z.extend(Plan, {
  id: z.string().check(z.regex(/^[a-z0-9-]+$/, 'lower case letters, digits and hyphens')),
  price: z.string().check(z.regex(/^\d+\.\d\d$/, 'euros with two decimals, such as "4.00"')),
  /** How many prompts its holders can have; null: any number. */
  promptLimit: z.nullable(z.int().check(z.nonnegative())),
  /** Credits granted a month. */
  credits: z.int().check(z.nonnegative()),
  /** False: nobody can take it any more, and who has it keeps it. */
  isOffered: z._default(z.boolean(), true),
})
/** A plan with what it allows. Whoever is on it has it by these terms, so a new price is a new plan. */
export type CataloguePlan = z.output<typeof CataloguePlan>

/** What a catalogue's file holds. */
export const CatalogueFile = z
  .object({ recommended: z.string(), plans: z.array(CataloguePlan) })
  .check(
    z.refine(({ plans }) => plans.some(isFree), {
      error: 'at least one plan with the price 0.00, which a new account gets',
      path: ['plans'],
    }),
    z.refine(({ plans }) => new Set(plans.map((plan) => plan.id)).size === plans.length, {
      error: 'plans with an id of their own each',
      path: ['plans'],
    }),
  )

/** The plans: data that an operator can replace by a file. */
export type Catalogue = {
  /** Those on offer. */
  plans: readonly CataloguePlan[]
  /** The name of the recommended plan. */
  recommended: string
  /** What a new account is on. */
  freePlan: CataloguePlan
  /** Also finds a plan that is not on offer any more. */
  findPlan: (id: string) => CataloguePlan | undefined
}

/** Whether a plan costs nothing. */
export function isFree(plan: Pick<Plan, 'price'>): boolean {
  return Number(plan.price) === 0
}
