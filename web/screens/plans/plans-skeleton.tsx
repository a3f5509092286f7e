import styles from './plans-skeleton.module.css'

/** Placeholder while the plans load. */
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
