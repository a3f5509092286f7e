import styles from './prompt-dialog.module.css'

/** A placeholder for a prompt's form while the prompt loads. */
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
