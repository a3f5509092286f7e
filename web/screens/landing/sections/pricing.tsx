import { useTranslations } from 'use-intl'
import type { Plan, RunPrice } from '#contract/accounts/plans.ts'
import { screens } from '#contract/screens.ts'
import { registerPath } from '#web/api/paths.ts'
import { PlanCards } from '#web/accounts/plans/plan-cards.tsx'
import { isFree, isMostPopular } from '#web/accounts/plans/plans.rules.ts'
import button from '#web/ui/controls/button.module.css'
import styles from './pricing.module.css'

/** The plans as the server lists them for visitors. */
export type Offer = {
  /** Whether anything is sold. */
  hasPlans: boolean
  plans: Plan[]
  recPlanName: string
  runPrices: RunPrice[]
  /** Whether users can add their own connections to models. */
  canConnect: boolean
  /** Whether the operator declares that data is stored in the EU. */
  isInEu: boolean
  hasPasskeys: boolean
  /** Whether the servers of assistants' makers can connect to this one. */
  isReachable: boolean
}

export function Pricing({ offer: { plans, recPlanName, runPrices } }: { offer: Offer }) {
  const t = useTranslations('landing.pricing')
  const choose = (plan: Plan) => (
    <ChooseLink plan={plan} isPrimary={isMostPopular(plan, recPlanName)} />
  )
  return (
    <section id="pricing" className={styles.pricing}>
      <h2>{t('title')}</h2>
      <p className={styles.text}>{t('text')}</p>
      <PlanCards
        plans={plans}
        recPlanName={recPlanName}
        currentPlanId={null}
        runPrices={runPrices}
        action={choose}
      />
    </section>
  )
}

function ChooseLink({ plan, isPrimary }: { plan: Plan; isPrimary: boolean }) {
  const t = useTranslations('landing')
  return (
    <a
      className={isPrimary ? button.primary : button.plain}
      href={isFree(plan) ? screens.register : registerPath(plan.id)}
    >
      {isFree(plan) ? t('start') : t('pricing.choose', { plan: plan.name })}
    </a>
  )
}
