import { useId } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Plan } from '#contract/plans.ts'
import styles from './period-choice.module.css'
import { isFree, savingOf } from './plans.rules.ts'

type PeriodChoiceProps = {
  plans: readonly Plan[]
  period: Plan['type']
  onChoose: (period: Plan['type']) => void
}

/** Switches between monthly and yearly, and shows what a year saves. */
export function PeriodChoice({ plans, period, onChoose }: PeriodChoiceProps) {
  const t = useTranslations('plans')
  const group = useId()
  const saving = useSavingText(plans)
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{t('period')}</legend>
      {(['monthly', 'yearly'] as const).map((offered) => (
        <label key={offered} className={styles.period}>
          <input
            type="radio"
            className="cover"
            name={group}
            checked={offered === period}
            onChange={() => onChoose(offered)}
          />
          <span className="flex wrap text-14 medium">
            {t(offered)}
            {offered === 'yearly' && saving && <small>{saving}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The share that a year saves: the same for every plan, or "up to" the highest. */
function useSavingText(plans: readonly Plan[]) {
  const t = useTranslations('plans')
  const format = useFormatter()
  const shares = plans
    .filter((plan) => plan.type === 'yearly' && !isFree(plan))
    .map((plan) => savingOf(plan, plans)?.share ?? 0)
  const most = Math.max(...shares)
  if (Math.round(most * 100) === 0) return undefined
  const [percent, least] = [most, Math.min(...shares)].map((share) =>
    format.number(share, { style: 'percent' }),
  )
  return t(percent === least ? 'saving' : 'savingUpTo', { percent: percent ?? '' })
}
