import styles from './plans-skeleton.module.css'

/** The shape of what comes. */
export function PlansSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy>
      <i />
      <div>
        <b />
        <b />
        <b />
      </div>
    </div>
  )
}
