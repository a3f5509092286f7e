import type { ReactNode } from 'react'
import styles from './message-screen.module.css'
import { PublicBar } from './public-bar.tsx'

/** A whole screen with one thing to say and what to do about it. */
export function MessageScreen({
  title,
  text,
  hasBar = true,
  children,
}: {
  title: string
  text: string
  hasBar?: boolean
  children: ReactNode
}) {
  return (
    <>
      {hasBar && <PublicBar />}
      <main className={styles.screen}>
        <h1>{title}</h1>
        <p>{text}</p>
        <div className={styles.actions}>{children}</div>
      </main>
    </>
  )
}
