import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { screens } from '#contract/screens.ts'
import { takeFirstAnswer } from '#web/api/first-answers.ts'
import { apiPaths, homePath } from '#web/api/paths.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { classNames } from '#web/ui/class-names.ts'
import styles from './public-links.module.css'

type PublicLinksProps = { landing: '' | typeof screens.landing; hasPricing: boolean }

/**
 * The navigation of the public bar: links to the landing page and to the product. On the landing page itself
 * `landing` is empty. `hasPricing`: whether that page has prices.
 */
export function PublicLinks({ landing, hasPricing }: PublicLinksProps) {
  const t = useTranslations('shell')
  const isLoggedIn = useIsLoggedIn()
  return (
    <nav className={styles.links} aria-label={t('navigation')}>
      {hasPricing && (
        <a className={styles.link} href={`${landing}#pricing`}>
          {t('visitor.pricing')}
        </a>
      )}
      <a className={styles.link} href={`${landing}#faq`}>
        {t('visitor.faq')}
      </a>
      <span className={styles.account}>
        {/* Each is as wide as the wider one, so that nothing shifts once the login check answers. */}
        <span className={classNames(isLoggedIn && styles.away)}>
          <a className={styles.link} href={screens.login}>
            {t('visitor.login')}
          </a>
          <a className={classNames(buttonStyles.primary, styles.register)} href={screens.register}>
            {t('visitor.register')}
          </a>
        </span>
        <span className={classNames(!isLoggedIn && styles.away)}>
          <a className={buttonStyles.primary} href={homePath}>
            {t('visitor.openLibrary')}
          </a>
        </span>
      </span>
    </nav>
  )
}

/** A failed check counts as logged out. */
function useIsLoggedIn(): boolean {
  const [isLoggedIn, setLoggedIn] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const check = takeFirstAnswer(apiPaths.checkLogin) ?? fetch(apiPaths.checkLogin, { signal })
    check
      .then((response) => response?.json() as Promise<{ isLoggedIn?: boolean }>)
      .then((answer) => setLoggedIn(answer.isLoggedIn === true))
      .catch(() => {})
    return () => controller.abort()
  }, [])
  return isLoggedIn
}
