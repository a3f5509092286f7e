import { useLocation, useNavigation } from 'react-router'
import styles from './route-progress.module.css'

/** The thin bar on every navigation. It completes in 300 ms once the screen is shown. */
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
