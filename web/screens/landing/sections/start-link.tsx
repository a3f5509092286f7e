import { useTranslations } from 'use-intl'
import { screens } from '#contract/screens.ts'
import button from '#web/ui/controls/button.module.css'
import { classNames } from '#web/ui/class-names.ts'
import styles from '#web/screens/landing/landing-screen.module.css'

/** The page's one call to action. */
export function StartLink({ hasPlans }: { hasPlans: boolean }) {
  const t = useTranslations('landing')
  return (
    <a className={classNames(button.primary, styles.start)} href={screens.register}>
      {t(hasPlans ? 'start' : 'plainStart')}
    </a>
  )
}
