import type { ReactNode } from 'react'
import { Pencil, Trash2 } from 'lucide-react'
import { Link, type To } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Folder } from '#contract/folders.ts'
import { Menu } from '#web/ui/controls/menu.tsx'
import { ownerColor } from '#web/ui/owner-color.ts'
import styles from './folder-card.module.css'

type FolderCardProps = {
  folder: Folder
  /** Where opening it leads. */
  to: To
  /** Where it lies, on a search hit. */
  place?: ReactNode
  onEdit: () => void
  onDelete: () => void
}

export function FolderCard({ folder, to, place, onEdit, onDelete }: FolderCardProps) {
  const t = useTranslations('library')
  const { ground, ink, raw } = ownerColor(folder.color)
  return (
    <li
      className={styles.card}
      data-card={folder.id}
      style={{ '--ground': ground, '--on-ground': ink, '--raw': raw }}
    >
      <Link to={to} dir="auto" className={styles.name} title={folder.name}>
        {folder.name}
      </Link>
      <p className={styles.counts}>{place ?? <Counts folder={folder} />}</p>
      <Menu
        label={t('folder.actions', { name: folder.name })}
        className={styles.menu}
        entries={[
          {
            label: t('actions.edit'),
            icon: <Pencil size={16} strokeWidth={1.5} />,
            onPress: onEdit,
          },
          {
            label: t('actions.delete'),
            icon: <Trash2 size={16} strokeWidth={1.5} />,
            isDestructive: true,
            onPress: onDelete,
          },
        ]}
      />
    </li>
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
