import styles from './profile-screen.module.css'

/** Placeholder while the account loads. */
export function ProfileSkeleton() {
  return (
    <div className={styles.outer} aria-busy>
      <div className={styles.screen}>
        <div className={styles.comingList} />
        <div className={`skeleton ${styles.sections}`}>
          <i className={styles.coming} />
          <i className={styles.coming} />
          <i className={styles.coming} />
        </div>
      </div>
    </div>
  )
}
