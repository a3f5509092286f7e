import { useFormatter, useTranslations } from 'use-intl'
import type { Plan } from '#contract/accounts/plans.ts'
import { SegmentedChoice } from '#web/ui/controls/segmented-choice.tsx'
import { isFree, savingOf } from './plans.rules.ts'

type PeriodChoiceProps = {
  plans: readonly Plan[]
  period: Plan['type']
  onChoose: (period: Plan['type']) => void
}

/** Switches between monthly and yearly, and shows what a year saves. */
export function PeriodChoice({ plans, period, onChoose }: PeriodChoiceProps) {
  const t = useTranslations('plans')
  const saving = useSavingText(plans)
  return (
    <SegmentedChoice
      label={t('period')}
      options={[
        { value: 'monthly', label: t('monthly') },
        {
          value: 'yearly',
          label: (
            <>
              {t('yearly')} {saving && <small>{saving}</small>}
            </>
          ),
        },
      ]}
      chosen={period}
      onChoose={onChoose}
    />
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
