import { useTranslations } from 'use-intl'
import { screens } from '#contract/screens.ts'
import { pagePath } from '#web/paths.ts'
import styles from './shared-prompt-screen.module.css'

const links = [
  ['home', screens.landing],
  ['imprint', pagePath('imprint')],
  ['privacy', pagePath('privacy-policy')],
  ['terms', pagePath('terms')],
  ['contact', pagePath('contact')],
] as const

/** Tells strangers what product this page comes from, and who operates it. */
export function SharedPromptFooter() {
  const t = useTranslations('prompt.sharedPage.footer')
  return (
    <footer className={styles.footer}>
      <nav aria-label={t('label')}>
        {links.map(([name, address]) => (
          <a key={name} href={address} className="foot-link">
            {t(name)}
          </a>
        ))}
      </nav>
    </footer>
  )
}
