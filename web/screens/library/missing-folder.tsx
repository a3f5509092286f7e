import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { homePath } from '#web/api/paths.ts'
import { TopBar } from '#web/shell/layouts/top-bar.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Breadcrumb } from './breadcrumb.tsx'
import styles from './library-screen.module.css'

/** Replaces a folder that was deleted, or belongs to another user. */
export function MissingFolder() {
  const t = useTranslations('library')
  return (
    <>
      <title>{`${t('missingFolder.title')} · Promptshelf`}</title>
      <TopBar>
        <Breadcrumb folderTree={[]} />
      </TopBar>
      <div className={styles.empty} role="alert">
        <h1>{t('missingFolder.title')}</h1>
        <p>{t('missingFolder.text')}</p>
        <div>
          <Link className={buttonStyles.primary} to={homePath}>
            {t('missingFolder.toRoot')}
          </Link>
        </div>
      </div>
    </>
  )
}
