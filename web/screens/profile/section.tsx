import type { ReactNode } from 'react'
import styles from './section.module.css'

/** A part of the account, its title next to it, or above on a phone. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}
