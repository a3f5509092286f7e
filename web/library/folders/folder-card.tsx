import type { ReactNode } from 'react'
import { Star } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Folder } from '#contract/library/folders.ts'
import { showsCard } from '#web/library/on-screen.ts'
import { ownerColor } from '#web/ui/owner-color.ts'
import styles from './folder-card.module.css'
import { FolderLink } from './folder-link.tsx'

type FolderCardProps = {
  folder: Folder
  /** The target of the link. */
  to: string
  /** The number of prompts in it at any depth; `NaN` until it is known. */
  total: number
  /** Its folder path, on a search hit. */
  place?: ReactNode
  /** Its actions, shown after the card. */
  tools?: ReactNode
}

export function FolderCard({ folder, to, total, place, tools }: FolderCardProps) {
  const { ground, ink, raw } = ownerColor(folder.color)
  return (
    <li
      className={styles.card}
      ref={showsCard({ kind: 'folder', folder })}
      data-card={folder.id}
      data-drop-folder={folder.id}
      style={{ '--ground': ground, '--on-ground': ink, '--raw': raw }}
    >
      <FolderLink to={to} dir="auto" className={styles.name} title={folder.name} draggable={false}>
        {folder.name}
      </FolderLink>
      <p className={styles.counts}>
        {folder.isFavourite === 1 && <Favourite />}
        {place ?? <Counts total={total} folders={folder.folderCount} />}
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

function Counts({ total, folders }: { total: number; folders: number }) {
  const t = useTranslations('library.folder')
  const format = useFormatter()
  const isKnown = !Number.isNaN(total)
  const text = !isKnown
    ? ''
    : total + folders === 0
      ? t('empty')
      : t('counts', { prompts: total, folders: total === 0 ? folders : 0, both: 'no' })
  return (
    <>
      <span className={styles.number} aria-hidden>
        {isKnown && format.number(total)}
      </span>
      <span className={styles.words}>{text}</span>
    </>
  )
}
