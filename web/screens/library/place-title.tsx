import { ChevronLeft } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { PathFolder } from '#contract/library/folders.ts'
import { FolderLink } from '#web/library/folders/folder-link.tsx'
import { folderPath } from '#web/api/paths.ts'
import { useStore } from '#web/ui/store.ts'
import styles from './breadcrumb.module.css'
import { interactionCode } from './interaction/interaction-code.ts'

/** On a phone, the name of the folder on screen with a link to the folder above, and a menu of its actions. */
export function PlaceTitle({ folderTree }: { folderTree: PathFolder[] }) {
  const t = useTranslations('library')
  const code = useStore(interactionCode)
  const folder = folderTree.at(-1)
  const parent = folderTree.at(-2)
  const above = parent?.name ?? t('root')
  return (
    <div className={styles.place}>
      {folder && (
        <nav aria-label={t('breadcrumb')}>
          <FolderLink to={folderPath(parent?.id ?? null)} aria-label={above} title={above}>
            <ChevronLeft size={20} />
          </FolderLink>
        </nav>
      )}
      <span dir="auto" className="grow shrinks ellipsis" aria-hidden>
        {folder?.name ?? t('root')}
      </span>
      {code && <code.PlaceMenu folderId={folder?.id ?? null} />}
    </div>
  )
}
