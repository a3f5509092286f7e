import styles from './logo.module.css'

/** The logo mark and the product's name. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden>
        <rect x="2" y="4" width="28" height="24" rx="6" fill="currentColor" />
        <path
          d="M12 10c-2.2 0-3 1-3 2.6v1.2c0 1.2-.5 1.9-1.6 2.2 1.1.3 1.6 1 1.6 2.2v1.2c0 1.6.8 2.6 3 2.6M20 10c2.2 0 3 1 3 2.6v1.2c0 1.2.5 1.9 1.6 2.2-1.1.3-1.6 1-1.6 2.2v1.2c0 1.6-.8 2.6-3 2.6"
          className={styles.braces}
        />
        <circle cx="16" cy="16" r="2.1" className={styles.dot} />
      </svg>
      Promptshelf
    </span>
  )
}
