import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { screens } from '#contract/screens.ts'
import { profileQuery } from '#web/accounts/get-profile.ts'
import { hasPlans } from '#web/api/server-has.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import styles from './usage-meter.module.css'

/** The used share of the plan, with a link to the plans if none is left. */
export function UsageMeter() {
  const t = useTranslations('shelf')
  const { data: profile } = useQuery(profileQuery)
  if (!profile) return null
  const { prompts, promptLimit } = profile.usage
  if (!hasPlans()) {
    return (
      <div className={styles.usage}>
        <p>{t('usageWithoutPlan', { count: prompts })}</p>
      </div>
    )
  }
  const plan = profile.subDetails?.isActive === 1 ? profile.subDetails.name : undefined
  const hasRoom = plan !== undefined && (promptLimit === null || prompts < promptLimit)
  return (
    <div className={styles.usage}>
      <p>
        {plan === undefined
          ? t('noPlan')
          : t('usage', { plan, count: prompts, limit: String(promptLimit ?? 'none') })}
      </p>
      {plan !== undefined && promptLimit !== null && (
        <meter aria-label={t('usageMeter')} min={0} max={promptLimit} value={prompts} />
      )}
      {!hasRoom && (
        <Link to={screens.plans} className={buttonStyles.plain}>
          {t(plan === undefined ? 'goToPlans' : 'upgrade')}
        </Link>
      )}
    </div>
  )
}
