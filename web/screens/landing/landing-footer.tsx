import { useTranslations } from 'use-intl'
import { Logo } from '#web/ui/logo.tsx'
import styles from './landing-footer.module.css'

const links = [
  ['faq', '#faq'],
  ['pricing', '#pricing'],
  ['privacy', '/page/privacy-policy'],
  ['terms', '/page/terms'],
  ['contact', '/page/contact'],
  ['imprint', '/page/imprint'],
  ['register', '/register'],
] as const

export function LandingFooter() {
  const t = useTranslations('landing.footer')
  return (
    <footer className={styles.footer}>
      <Logo />
      <nav aria-label={t('label')}>
        {links.map(([name, address]) => (
          <a key={name} href={address}>
            {t(name)}
          </a>
        ))}
      </nav>
      <p>{t('copyright')}</p>
    </footer>
  )
}
