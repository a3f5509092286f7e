import { ScreenFrame } from '#web/shell/layouts/screen-frame.tsx'
import { LibrarySkeleton } from './library-skeleton.tsx'
import styles from './toolbar.module.css'

/** The library as the server renders it. */
export function LibraryFrame() {
  return (
    <ScreenFrame>
      <div className={`skeleton ${styles.toolbar}`}>
        <span className={styles.comingSearch} />
        <span className={styles.comingButtons} />
      </div>
      <LibrarySkeleton />
    </ScreenFrame>
  )
}
