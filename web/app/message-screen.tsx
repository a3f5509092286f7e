import type { ReactNode } from 'react'
import styles from './message-screen.module.css'

/** A whole screen with one thing to say and what to do about it. */
export function MessageScreen({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <main className={styles.screen}>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={styles.actions}>{children}</div>
    </main>
  )
}
