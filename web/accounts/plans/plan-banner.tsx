import { Link } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { Profile } from '#contract/accounts/profile.ts'
import { screens } from '#contract/screens.ts'
import { Button } from '#web/ui/controls/button.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import styles from './plan-banner.module.css'
import { isActive, isFree } from './plans.rules.ts'

type PlanBannerProps = { subDetails: Profile['subDetails']; onUnsubscribe: () => void }

/** The user's plan: none, a free one, or a paid one. */
export function PlanBanner({ subDetails, onUnsubscribe }: PlanBannerProps) {
  const t = useTranslations('plans.banner')
  const format = useFormatter()
  if (!subDetails || !isActive(subDetails)) {
    return (
      <div className={styles.banner}>
        <div>
          <h3>{t('none')}</h3>
          <p>{t('noneText')}</p>
        </div>
        <ToPlans>{t('goToPlans')}</ToPlans>
      </div>
    )
  }
  if (isFree(subDetails)) {
    return (
      <div className={styles.banner}>
        <div>
          <h3>{subDetails.name}</h3>
          <p>{t('freeText')}</p>
        </div>
        <ToPlans>{t('upgrade')}</ToPlans>
      </div>
    )
  }
  const { name, expireAt, hasPaymentFailed, isGiven } = subDetails
  const end = expireAt === null ? undefined : new Date(expireAt)
  return (
    <div className={styles.banner}>
      <div>
        <h3>{name}</h3>
        {end && (
          <p className={styles.renewal}>
            {isGiven
              ? // The last day that the operator set, which ends in UTC.
                t('until', { day: format.dateTime(end, { dateStyle: 'long', timeZone: 'UTC' }) })
              : t('renewal', { date: end })}
          </p>
        )}
        {hasPaymentFailed && <p className={styles.failure}>{t('paymentFailed')}</p>}
        <p>{t('endsAtOnce')}</p>
      </div>
      <Button onClick={onUnsubscribe}>{t('unsubscribe')}</Button>
    </div>
  )
}

function ToPlans({ children }: { children: string }) {
  return (
    <Link to={screens.plans} className={buttonStyles.primary}>
      {children}
    </Link>
  )
}
