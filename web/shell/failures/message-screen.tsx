import { useEffect, useRef, type ReactNode } from 'react'
import { messagesStore } from '#web/ui/messages/messages.ts'
import styles from './message-screen.module.css'
import { PublicBar } from '#web/shell/bars/public-bar.tsx'

type MessageScreenProps = {
  title: string
  text: string
  /** Whether it replaces the element that the user has just acted on; then screen readers read it. */
  isOutcome?: boolean
  children: ReactNode
}

/** A whole screen with one message and its actions. */
export function MessageScreen({ title, text, isOutcome = false, children }: MessageScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isOutcome) heading.current?.focus()
  }, [isOutcome])
  // If the texts could not be loaded, the bar's buttons would have no labels.
  const hasBar = messagesStore.get().messages.shell !== undefined
  return (
    <>
      <title>{`${title} · Promptshelf`}</title>
      {hasBar && <PublicBar />}
      <main className={styles.screen}>
        <h1 ref={heading} className="no-outline" tabIndex={isOutcome ? -1 : undefined}>
          {title}
        </h1>
        <p>{text}</p>
        <div className={styles.actions}>{children}</div>
      </main>
    </>
  )
}
