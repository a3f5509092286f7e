import { useState, type ReactNode } from 'react'
import { Check } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Plan, RunPrice } from '#contract/accounts/plans.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { PlanCard } from './plan-card.tsx'
import styles from './plan-cards.module.css'
import {
  featuresOf,
  isFree,
  isMostPopular,
  periodsOf,
  plansFor,
  savingOf,
  splitFeatures,
} from './plans.rules.ts'

type PlanCardsProps = {
  plans: readonly Plan[]
  /** The name of the recommended plan. */
  recPlanName: string
  currentPlanId: string | null
  runPrices: readonly RunPrice[]
  /** Renders the action at the foot of a plan's card. */
  action: (plan: Plan) => ReactNode
}

/** The available plans, monthly or yearly. */
export function PlanCards({
  plans,
  recPlanName,
  currentPlanId,
  runPrices,
  action,
}: PlanCardsProps) {
  const t = useTranslations('plans')
  const [chosen, setChosen] = useState<Plan['type']>()
  const periods = periodsOf(plans)
  const current = plans.find(({ id }) => id === currentPlanId)
  const [firstPeriod = 'monthly'] = periods
  const period = chosen ?? (current && !isFree(current) ? current.type : firstPeriod)
  const shown = plansFor(period, plans)
  const language = useLanguage()
  const { shared, own } = splitFeatures(shown.map((plan) => featuresOf(plan, language)))

  if (shown.length === 0) return <p className={styles.empty}>{t('empty')}</p>
  return (
    <div className={styles.plans}>
      {periods.length > 1 && <PeriodChoice plans={plans} period={period} onChoose={setChosen} />}
      <ul className={styles.cards}>
        {shown.map((plan, at) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            isMostPopular={isMostPopular(plan, recPlanName)}
            saved={savingOf(plan, plans)?.amount}
            features={own[at] ?? []}
          >
            {action(plan)}
          </PlanCard>
        ))}
      </ul>
      {shared.length > 0 && (
        <div className={styles.shared}>
          <h3 className="text-14 bold">{t('inEveryPlan')}</h3>
          <ul className="flex wrap">
            {shared.map((line) => (
              <li key={line} className="flex gap-10">
                <Check size={16} />
                {line}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className={styles.credits}>{t('vat')}</p>
      {runPrices.length > 0 && <CreditUse runPrices={runPrices} />}
    </div>
  )
}

/** Lists what a credit buys. */
function CreditUse({ runPrices }: { runPrices: readonly RunPrice[] }) {
  const t = useTranslations('plans.credits')
  const format = useFormatter()
  const atMost = 3
  const examples =
    runPrices.length > atMost
      ? [t('from', { credits: Math.min(...runPrices.map(({ credits }) => credits)) })]
      : runPrices.map((price) => t('example', price))
  return (
    <p className={styles.credits}>
      {t('text')} {t('examples', { examples: format.list(examples) })}
    </p>
  )
}
