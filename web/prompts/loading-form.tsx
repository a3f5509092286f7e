import styles from './prompt-dialog.module.css'

/** The shape of a prompt's form whose prompt is on its way. */
export function LoadingForm() {
  return (
    <div className={styles.loading} aria-busy>
      <span />
      <span />
      <span />
      <span />
    </div>
  )
}
