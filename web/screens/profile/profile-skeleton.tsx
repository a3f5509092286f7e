import styles from './profile-screen.module.css'

/** The shape of what comes. */
export function ProfileSkeleton() {
  return (
    <div className={`skeleton ${styles.sections}`} aria-busy>
      <i className={styles.coming} />
      <div className={styles.columns}>
        <i className={styles.coming} />
        <i className={styles.coming} />
        <i className={styles.coming} />
        <i className={styles.coming} />
        <i className={styles.coming} />
        <i className={styles.coming} />
        <i className={styles.coming} />
      </div>
    </div>
  )
}
