import type { Plan, SubscriptionDetails } from '#contract/accounts/plans.ts'

type Period = Plan['type']

export function isFree({ price }: Pick<Plan, 'price'>): boolean {
  return Number(price) === 0
}

/** The features of a plan in a language, one for each line of its note. */
export function featuresOf(plan: Plan, language: string): string[] {
  const { note } = plan.texts[language] ?? plan
  return note.split('\n').filter((line) => line.trim() !== '')
}

/** Splits features into those that every plan has, and those of each plan alone. */
export function splitFeatures(features: readonly (readonly string[])[]): {
  shared: string[]
  own: string[][]
} {
  const [first = [], ...others] = features
  const isShared = (line: string) =>
    others.length > 0 && features.every((lines) => lines.includes(line))
  return {
    shared: first.filter((line) => isShared(line)),
    own: features.map((lines) => lines.filter((line) => !isShared(line))),
  }
}

/** Whether a subscription is in force. */
export function isActive({ isActive: flag }: SubscriptionDetails): boolean {
  return Number(flag) !== 0
}

/** The periods that paid plans are available for, monthly first. */
export function periodsOf(plans: readonly Plan[]): Period[] {
  const periods = ['monthly', 'yearly'] as const
  return periods.filter((period) => plans.some((plan) => !isFree(plan) && plan.type === period))
}

/**
 * Returns the plans to show for a period, in their own order. Free plans are shown for both, one of each name; if
 * two share a name, the yearly one.
 */
export function plansFor(period: Period, plans: readonly Plan[]): Plan[] {
  const freePlans = new Map<string, Plan>()
  for (const plan of plans.filter(isFree)) {
    if (plan.type === 'yearly' || !freePlans.has(plan.name)) freePlans.set(plan.name, plan)
  }
  return plans.filter((plan) =>
    isFree(plan) ? freePlans.get(plan.name) === plan : plan.type === period,
  )
}

/** Returns what a yearly plan saves over twelve months of the same name; undefined if it saves nothing. */
export function savingOf(
  plan: Plan,
  plans: readonly Plan[],
): { amount: number; share: number } | undefined {
  if (plan.type !== 'yearly') return undefined
  const monthly = plans.find(({ name, type }) => name === plan.name && type === 'monthly')
  if (!monthly) return undefined
  const twelveMonths = 12 * cents(monthly)
  const saved = twelveMonths - cents(plan)
  return saved > 0 ? { amount: saved / 100, share: saved / twelveMonths } : undefined
}

/** Whether a plan is labelled as most popular: the recommended one, unless it is free. */
export function isMostPopular(plan: Plan, recPlanName: string): boolean {
  return !isFree(plan) && plan.name.toLowerCase() === recPlanName.toLowerCase()
}

function cents({ price }: Plan) {
  return Math.round(Number(price) * 100)
}
