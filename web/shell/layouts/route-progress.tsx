import { useLocation, useNavigation } from 'react-router'
import styles from './route-progress.module.css'

/** The thin bar on every change of route; once the screen is there it completes in 300 ms (spec §2). */
export function RouteProgress() {
  const isLoading = useNavigation().location !== undefined
  const { pathname, search } = useLocation()
  const folderId = new URLSearchParams(search).get('folderId')
  return isLoading ? (
    <div className={styles.running} />
  ) : (
    <div key={`${pathname} ${folderId}`} className={styles.completing} />
  )
}
