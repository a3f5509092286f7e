import buttonStyles from '#web/ui/button.module.css'
import styles from './message-screen.module.css'

/** A whole screen that waits for an answer. */
export function WaitingScreen({ text }: { text: string }) {
  return (
    <main className={styles.screen} aria-busy>
      <span className={buttonStyles.spinner} aria-hidden />
      <p role="status">{text}</p>
    </main>
  )
}
