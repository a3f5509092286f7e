import { useTranslations } from 'use-intl'
import { screens } from '#contract/screens.ts'
import { pagePath } from '#web/api/paths.ts'
import { Logo } from '#web/ui/logo.tsx'
import styles from './landing-footer.module.css'

const links = [
  ['faq', '#faq'],
  ['pricing', '#pricing'],
  ['privacy', pagePath('privacy-policy')],
  ['terms', pagePath('terms')],
  ['contact', pagePath('contact')],
  ['imprint', pagePath('imprint')],
  ['register', screens.register],
] as const

export function LandingFooter({ hasPlans }: { hasPlans: boolean }) {
  const t = useTranslations('landing.footer')
  return (
    <footer className={styles.footer}>
      <Logo />
      <div className={styles.links}>
        {links.map(
          ([name, address]) =>
            (hasPlans || name !== 'pricing') && (
              <a key={name} href={address} className="foot-link">
                {t(name)}
              </a>
            ),
        )}
      </div>
      <p className="quiet">{t('copyright')}</p>
    </footer>
  )
}
