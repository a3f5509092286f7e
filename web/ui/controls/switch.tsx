import type { ReactNode } from 'react'
import styles from './switch.module.css'

type SwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Ignores clicks, but keeps the focus. */
  busy?: boolean
  children: ReactNode
}

export function Switch({ checked, onChange, busy = false, children }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        className="cover"
        role="switch"
        checked={checked}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onChange={(event) => !busy && onChange(event.target.checked)}
      />
      <span className={styles.track} aria-hidden />
      <span>{children}</span>
    </label>
  )
}
