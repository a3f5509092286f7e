import type { ReactNode } from 'react'
import { Star } from 'lucide-react'
import { Link, type To } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Folder } from '#contract/folders.ts'
import { showsCard } from '#web/library/on-screen.ts'
import { ownerColor } from '#web/ui/owner-color.ts'
import styles from './folder-card.module.css'

type FolderCardProps = {
  folder: Folder
  /** The target of the link. */
  to: To
  /** Its folder path, on a search hit. */
  place?: ReactNode
  /** Its actions, shown after the card. */
  tools?: ReactNode
}

export function FolderCard({ folder, to, place, tools }: FolderCardProps) {
  const { ground, ink, raw } = ownerColor(folder.color)
  return (
    <li
      className={styles.card}
      ref={showsCard({ kind: 'folder', folder })}
      data-card={folder.id}
      data-drop-folder={folder.id}
      style={{ '--ground': ground, '--on-ground': ink, '--raw': raw }}
    >
      <Link to={to} dir="auto" className={styles.name} title={folder.name} draggable={false}>
        {folder.name}
      </Link>
      <p className={styles.counts}>
        {folder.isFavourite === 1 && <Favourite />}
        {place ?? <Counts folder={folder} />}
      </p>
      {tools}
    </li>
  )
}

function Favourite() {
  const t = useTranslations('library.prompt')
  return (
    <>
      <Star size={12} fill="currentColor" />{' '}
      <span className="visually-hidden">{t('favourite')}</span>
    </>
  )
}

function Counts({ folder: { promptCount, folderCount } }: { folder: Folder }) {
  const t = useTranslations('library.folder')
  if (promptCount + folderCount === 0) return t('empty')
  return t('counts', {
    prompts: promptCount,
    folders: folderCount,
    both: promptCount > 0 && folderCount > 0 ? 'yes' : 'no',
  })
}
