import styles from './prompt-dialog.module.css'

/** The shape of a text that is on its way. */
export function LoadingLines() {
  return (
    <div className={styles.loading} aria-busy>
      <span />
      <span />
      <span />
      <span />
    </div>
  )
}
