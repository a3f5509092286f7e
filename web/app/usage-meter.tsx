import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { profileQuery } from '#web/accounts/get-profile.ts'
import styles from './usage-meter.module.css'

/** How much of the plan is used, at the foot of the sidebar. */
export function UsageMeter() {
  const t = useTranslations('shell')
  const { data: profile } = useQuery(profileQuery)
  if (!profile?.subDetails) return null
  const { prompts, promptLimit } = profile.usage
  return (
    <div className={styles.usage}>
      <p>
        {t('usage', {
          plan: profile.subDetails.name,
          count: prompts,
          limit: promptLimit ?? 'none',
        })}
      </p>
      {promptLimit !== null && (
        <meter aria-label={t('usageMeter')} min={0} max={promptLimit} value={prompts} />
      )}
    </div>
  )
}
