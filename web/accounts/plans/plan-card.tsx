import type { ReactNode } from 'react'
import { Check } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Plan } from '#contract/accounts/plans.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './plan-cards.module.css'

type PlanCardProps = {
  plan: Plan
  isMostPopular: boolean
  /** The saving over paying monthly, in euros. */
  saved: number | undefined
  /** Features of this plan that not every plan has. */
  features: readonly string[]
  children: ReactNode
}

export function PlanCard({ plan, isMostPopular, saved, features, children }: PlanCardProps) {
  const t = useTranslations('plans')
  const format = useFormatter()
  const language = useLanguage()
  const { description } = plan.texts[language] ?? plan
  const euros = (amount: number) => format.number(amount, { style: 'currency', currency: 'EUR' })

  return (
    <li className={classNames(styles.card, isMostPopular && styles.popular)}>
      <h3 className={styles.name}>
        {plan.name} {isMostPopular && <span className={styles.badge}>{t('mostPopular')}</span>}
      </h3>
      <p className={styles.cost}>
        <span className={styles.price}>{euros(Number(plan.price))}</span>{' '}
        <span className={styles.terms}>
          <span>{t(plan.type === 'yearly' ? 'perYear' : 'perMonth')}</span>{' '}
          {saved && <span>{t('saved', { amount: euros(saved) })}</span>}
        </span>
      </p>
      <p className={styles.description}>{description}</p>
      <ul className={styles.features}>
        {features.map((line) => (
          <li key={line} className="flex gap-10">
            <Check size={16} />
            {line}
          </li>
        ))}
      </ul>
      <div className={styles.action}>{children}</div>
    </li>
  )
}
