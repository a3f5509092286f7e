import * as z from 'zod/mini'
import { PlanType, type Plan } from '#contract/accounts/plans.ts'
import { localize } from '#languages/languages.ts'

// The message of each check names the allowed values.
const text = z.string('a text')
const localizedText = z.object(
  localize(() => text),
  'an object with a text for each language',
)
const slug = 'lower case letters, digits and hyphens'
const euros = 'euros with two decimals, such as "4.00", in quotes'
const count = 'a whole number, 0 or more'

const CataloguePlan = z.object(
  {
    id: z.string(slug).check(z.regex(/^[a-z0-9-]+$/, slug)),
    name: text,
    type: z.enum(PlanType.options, '"monthly" or "yearly"'),
    price: z.string(euros).check(z.regex(/^\d+\.\d\d$/, euros)),
    description: localizedText,
    /** One feature per line. */
    note: localizedText,
    /** The line about credits, omitted if there are no models to use them with. */
    creditsNote: z.optional(localizedText),
    /** Prompts per account; null: unlimited. */
    promptLimit: z.nullable(z.int(`${count}, or null`).check(z.nonnegative(`${count}, or null`))),
    /** Stored versions of each prompt, besides labelled ones. */
    versions: z._default(z.int(count).check(z.nonnegative(count)), 200),
    /** Credits granted per month. */
    credits: z.int(count).check(z.nonnegative(count)),
    /** False: no longer sold; existing subscribers keep it. */
    isOffered: z._default(z.boolean('true or false'), true),
  },
  'an object with the fields of a plan',
)
/** A plan and its terms, which also apply to existing subscribers: a new price is a new plan. */
export type CataloguePlan = z.output<typeof CataloguePlan>

/** The catalogue file. */
export const CatalogueFile = z
  .object(
    {
      recommended: z.string('the name of a plan'),
      plans: z.array(CataloguePlan, 'a list of plans'),
    },
    'an object with "recommended" and "plans"',
  )
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

/** The plans, which an operator can replace with `PLANS_FILE`. */
export type Catalogue = {
  /** The plans on offer. */
  plans: readonly CataloguePlan[]
  /** The name of the recommended plan. */
  recommended: string
  /** The plan of a new account. */
  freePlan: CataloguePlan
  /** Also finds plans that are no longer offered. */
  findPlan: (id: string) => CataloguePlan | undefined
}

/** Whether a plan costs nothing. */
export function isFree(plan: Pick<Plan, 'price'>): boolean {
  return Number(plan.price) === 0
}

/**
 * The plans worth offering: without models to spend credits on, a plan that only repeats a cheaper one is omitted. The
 * caller's own plan stays.
 *
 * @param hasModels whether the server has models to run prompts with
 */
export function offeredPlans(
  { plans }: Pick<Catalogue, 'plans'>,
  hasModels: boolean,
  ownPlanId: string | null = null,
): readonly CataloguePlan[] {
  if (hasModels) return plans
  return plans.filter(
    (plan) => plan.id === ownPlanId || !plans.some((other) => isCheaperSame(other, plan)),
  )
}

/** Whether a plan costs less than another and gives the same, except credits. */
function isCheaperSame(plan: CataloguePlan, other: CataloguePlan): boolean {
  return (
    Number(plan.price) < Number(other.price) &&
    plan.type === other.type &&
    plan.promptLimit === other.promptLimit &&
    plan.versions === other.versions &&
    JSON.stringify(plan.note) === JSON.stringify(other.note)
  )
}
