import type { ReactNode } from 'react'
import { screens } from '#contract/screens.ts'
import { Logo } from '#web/ui/logo.tsx'
import styles from './public-bar.module.css'
import { LanguageSwitch, ThemeSwitch } from './switches.tsx'

/** The header of a public screen: the logo, which links home, the switches, and `children`. */
export function PublicBar({ children }: { children?: ReactNode }) {
  return (
    <header className={styles.bar}>
      <a href={screens.landing} className={styles.logo}>
        <Logo />
      </a>
      <div className={styles.switches}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      {children}
    </header>
  )
}
