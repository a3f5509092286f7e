import type { ReactNode } from 'react'
import { Link, Outlet } from 'react-router'
import { useTranslations } from 'use-intl'
import { screens } from '#contract/screens.ts'
import { Logo } from '#web/ui/logo.tsx'
import mark from '#web/ui/mark.module.css'
import styles from './auth-layout.module.css'
import { LanguageSwitch, ThemeSwitch } from '#web/shell/bars/switches.tsx'

/** A split screen: a panel with the logo, and the form. */
export function AuthLayout() {
  return (
    <div className={styles.split}>
      <aside className={styles.panel}>
        <Link to={screens.landing}>
          <Logo />
        </Link>
        <SampleCards />
      </aside>
      <div className="column">
        <header className={styles.bar}>
          <Link to={screens.landing} className={styles.barLogo}>
            <Logo />
          </Link>
          <LanguageSwitch />
          <ThemeSwitch />
        </header>
        <main className={styles.form}>
          <Outlet />
        </main>
      </div>
    </div>
  )
}

const samples = ['first', 'second', 'third'] as const

/** Prompts as a library shows them; decorative, hidden from screen readers. */
function SampleCards() {
  const t = useTranslations('accounts.samples')
  return (
    <div className={styles.cards} aria-hidden>
      {samples.map((name) => (
        <div key={name}>
          <p className={styles[name]}>{t(`${name}.name`)}</p>
          <p>{t.rich(`${name}.text`, { open })}</p>
        </div>
      ))}
    </div>
  )
}

function open(text: ReactNode) {
  return <span className={mark.open}>{text}</span>
}
