import styles from './library-screen.module.css'

/** Placeholder while the library loads. */
export function LibrarySkeleton() {
  return (
    <div className={`skeleton ${styles.skeleton}`} aria-busy>
      <i />
      <div className={styles.folders}>
        {[1, 2, 3].map((at) => (
          <b key={at} />
        ))}
      </div>
      <i />
      <div className={styles.prompts}>
        {[1, 2, 3, 4, 5, 6, 7, 8].map((at) => (
          <span key={at} />
        ))}
      </div>
    </div>
  )
}
