import { Link, Outlet } from 'react-router'
import { screens } from '#contract/screens.ts'
import { Logo } from '#web/ui/logo.tsx'
import styles from './auth-layout.module.css'
import { LanguageSwitch } from '#web/shell/bars/switches.tsx'

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
      <div className={styles.side}>
        <header className={styles.bar}>
          <Link to={screens.landing} className={styles.barLogo}>
            <Logo />
          </Link>
          <LanguageSwitch />
        </header>
        <main className={styles.form}>
          <Outlet />
        </main>
      </div>
    </div>
  )
}

/** Index cards on a shelf; decorative, hidden from screen readers. */
function SampleCards() {
  return (
    <div className="grow relative" aria-hidden>
      {['#4ECDC4', '#FFD166', '#5E60CE'].map((color) => (
        <div key={color} className={styles.card}>
          <div style={{ background: color }} />
          <p>
            <i />
            <b />
            <i />
          </p>
          <p>
            <b />
            <i />
          </p>
          <p>
            <i />
          </p>
        </div>
      ))}
    </div>
  )
}
