import styles from './prompt-dialog.module.css'
import { Unreachable } from './unreachable.tsx'

/** A placeholder for a prompt's form while the prompt loads. */
export function LoadingForm({ isUnreachable }: { isUnreachable: boolean }) {
  return (
    <div className={styles.loading} aria-busy>
      {isUnreachable && <Unreachable />}
      <span />
      <span />
      <span />
      <span />
    </div>
  )
}
