import { Fragment, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { House } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { FolderCrumb } from '#contract/folders.ts'
import styles from './breadcrumb.module.css'
import { pathOf } from './library-path.ts'

const narrow = matchMedia('(max-width: 768px)')

/** The way from the root to the folder on screen. */
export function Breadcrumb({ folderTree }: { folderTree: FolderCrumb[] }) {
  const t = useTranslations('library')
  const maxLength = useSyncExternalStore(onWidthChange, () => (narrow.matches ? 15 : 35))
  const nav = useRef<HTMLElement>(null)
  // Where one is, is seen; the beginning of a long way may not be.
  useLayoutEffect(() => {
    if (nav.current) nav.current.scrollLeft = nav.current.scrollWidth
  })
  return (
    <nav
      ref={nav}
      aria-label={t('breadcrumb')}
      className={styles.breadcrumb}
      onScroll={({ currentTarget: nav }) =>
        nav.toggleAttribute('data-scrolled', nav.scrollLeft > 0)
      }
    >
      <Link
        to={pathOf(null)}
        aria-label={t('root')}
        aria-current={currentIf(folderTree.length === 0)}
      >
        <House size={17} strokeWidth={1.5} />
      </Link>
      {folderTree.map((folder, at) => (
        <Fragment key={folder.id}>
          <span aria-hidden>/</span>
          <Link
            to={pathOf(folder.id)}
            title={folder.name}
            aria-current={currentIf(at === folderTree.length - 1)}
          >
            {truncated(folder.name, maxLength)}
          </Link>
        </Fragment>
      ))}
    </nav>
  )
}

/** Spec §9: names over 35 characters, or 15 on narrow screens, end in an ellipsis. */
function truncated(name: string, maxLength: number): string {
  const characters = Array.from(name)
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : name
}

function currentIf(isCurrent: boolean) {
  return isCurrent ? 'page' : undefined
}

function onWidthChange(listener: () => void) {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}
