import { Link, Outlet } from 'react-router'
import { useTranslations } from 'use-intl'
import { Logo } from '#web/ui/logo.tsx'
import styles from './public-layout.module.css'
import { LanguageSwitch, ThemeSwitch } from './switches.tsx'

export function PublicLayout() {
  const t = useTranslations('shell')
  return (
    <>
      <header className={styles.bar}>
        <Link to="/" className={styles.logo}>
          <Logo />
        </Link>
        <LanguageSwitch />
        <ThemeSwitch />
        <Link to="/login" className={styles.link}>
          {t('welcome.login')}
        </Link>
      </header>
      <Outlet />
    </>
  )
}
