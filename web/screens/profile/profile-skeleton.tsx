import styles from './profile-screen.module.css'

/** Placeholder while the account loads. */
export function ProfileSkeleton() {
  return (
    <div className={`skeleton ${styles.sections}`} aria-busy>
      <i className={styles.coming} />
      <i className={styles.coming} />
      <i className={styles.coming} />
    </div>
  )
}
