import type { ReactNode } from 'react'
import styles from './section.module.css'

/** A section of the account, with its title beside it, or above it on a phone. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}
