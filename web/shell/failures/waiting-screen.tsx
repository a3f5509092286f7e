import buttonStyles from '#web/ui/controls/button.module.css'
import styles from './message-screen.module.css'
import { PublicBar } from '#web/shell/bars/public-bar.tsx'

/** A whole screen that waits for a response. */
export function WaitingScreen({ text }: { text: string }) {
  return (
    <>
      <PublicBar />
      <main className={styles.screen} aria-busy>
        <span className={buttonStyles.spinner} aria-hidden />
        <div role="status">
          <h1>{text}</h1>
        </div>
      </main>
    </>
  )
}
