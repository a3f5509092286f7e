import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { House } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { PathFolder } from '#contract/library/folders.ts'
import { FolderLink } from '#web/library/folders/folder-link.tsx'
import { folderPath } from '#web/api/paths.ts'
import { Menu } from '#web/ui/controls/menu.tsx'
import { useFolderNameLength } from '#web/ui/use-media-query.ts'
import styles from './breadcrumb.module.css'
import { LeftOutFolders } from '#web/library/left-out-folders.tsx'

/** The path from the root to the folder on screen. Folders that do not fit are in a menu. */
export function Breadcrumb({ folderTree }: { folderTree: PathFolder[] }) {
  const t = useTranslations('library')
  const navigate = useNavigate()
  const maxLength = useFolderNameLength()
  const nav = useRef<HTMLElement>(null)
  const [hiddenCount, setHiddenCount] = useState(0)

  const measure = useEffectEvent(() => {
    // Measuring forces a layout, which the root does not need.
    if (nav.current) setHiddenCount(folderTree.length > 0 ? countHidden(nav.current) : 0)
  })
  useLayoutEffect(() => measure())
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => measure())
    if (nav.current) observer.observe(nav.current)
    // Names measured in the fallback font had another width.
    const { fonts } = document
    const measureAnew = () => measure()
    fonts.addEventListener('loadingdone', measureAnew)
    return () => {
      observer.disconnect()
      fonts.removeEventListener('loadingdone', measureAnew)
    }
  }, [])

  const hidden = folderTree.slice(0, hiddenCount)
  return (
    <nav ref={nav} aria-label={t('breadcrumb')} className={styles.breadcrumb}>
      <FolderLink
        to={folderPath(null)}
        aria-label={t('root')}
        aria-current={currentIf(folderTree.length === 0)}
        draggable={false}
        data-drop-folder="root"
      >
        <House size={17} />
      </FolderLink>
      {hidden.length > 0 && (
        <>
          <span aria-hidden>/</span>
          <Menu
            label={t('breadcrumbBetween')}
            entries={hidden.map(({ id, name, leftOutBefore }) => ({
              key: id,
              label: leftOutBefore === undefined ? name : `… / ${name}`,
              onPress: () => void navigate(folderPath(id)),
            }))}
          />
        </>
      )}
      {folderTree.map((folder, at) => (
        <span key={folder.id} className={styles.crumb} data-hidden={at < hiddenCount || undefined}>
          <span aria-hidden>/</span>
          {folder.leftOutBefore !== undefined && (
            <>
              <LeftOutFolders count={folder.leftOutBefore} />
              <span aria-hidden>/</span>
            </>
          )}
          <FolderLink
            to={folderPath(folder.id)}
            dir="auto"
            title={folder.name}
            draggable={false}
            data-drop-folder={folder.id}
            aria-current={currentIf(at === folderTree.length - 1)}
          >
            {truncated(folder.name, maxLength)}
          </FolderLink>
        </span>
      ))}
    </nav>
  )
}

/** Width of the menu and the slash before it, in pixels. */
const menuWidth = 42

/** Returns how many folders, outermost first, move into the menu so that the others fit. The last one stays. */
function countHidden(nav: HTMLElement): number {
  const [root, ...links] = nav.querySelectorAll('a')
  // A shrunken breadcrumb counts with the full width of its text.
  const widths = links.map(
    (link) => widthOf(link.parentElement) + link.scrollWidth - link.clientWidth,
  )
  let excess = widths.reduce((sum, width) => sum + width, widthOf(root)) - nav.clientWidth
  if (excess > 0) excess += menuWidth
  let count = 0
  while (excess > 0 && count < widths.length - 1) {
    excess -= widths[count] ?? 0
    count += 1
  }
  return count
}

/** Returns the width to the fraction of a pixel: rounding errors would add up. */
function widthOf(element: Element | null | undefined): number {
  return element?.getBoundingClientRect().width ?? 0
}

/** Shortens longer names with an ellipsis. */
function truncated(name: string, maxLength: number): string {
  const characters = Array.from(name)
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : name
}

function currentIf(isCurrent: boolean) {
  return isCurrent ? 'page' : undefined
}
