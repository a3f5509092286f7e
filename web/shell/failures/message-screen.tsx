import type { ReactNode } from 'react'
import { messagesStore } from '#web/messages/messages.ts'
import styles from './message-screen.module.css'
import { PublicBar } from '#web/shell/bars/public-bar.tsx'

/** A whole screen with one message and its actions. */
export function MessageScreen({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  // If the texts could not be loaded, the bar's buttons would have no labels.
  const hasBar = messagesStore.get().messages.shell !== undefined
  return (
    <>
      <title>{`${title} · Promptshelf`}</title>
      {hasBar && <PublicBar />}
      <main className={styles.screen}>
        <h1>{title}</h1>
        <p>{text}</p>
        <div className={styles.actions}>{children}</div>
      </main>
    </>
  )
}
