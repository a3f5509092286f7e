import { Link } from 'react-router'
import { Logo } from '#web/ui/logo.tsx'
import styles from './public-bar.module.css'
import { LanguageSwitch, ThemeSwitch } from './switches.tsx'

/** The head of a screen that has no navigation: the logo, which leads home, and the switches. */
export function PublicBar() {
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.logo}>
        <Logo />
      </Link>
      <LanguageSwitch />
      <ThemeSwitch />
    </header>
  )
}
