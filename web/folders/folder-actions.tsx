import { FolderInput, Pencil, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Menu } from '#web/ui/controls/menu.tsx'
import styles from './folder-card.module.css'

type FolderActionsProps = {
  name: string
  onEdit: () => void
  onMove: () => void
  onDelete: () => void
}

export function FolderActions({ name, onEdit, onMove, onDelete }: FolderActionsProps) {
  const t = useTranslations('library')
  return (
    <Menu
      label={t('folder.actions', { name })}
      className={styles.menu}
      entries={[
        {
          label: t('actions.edit'),
          icon: <Pencil size={16} strokeWidth={1.5} />,
          onPress: onEdit,
        },
        {
          label: t('actions.move'),
          icon: <FolderInput size={16} strokeWidth={1.5} />,
          onPress: onMove,
        },
        {
          label: t('actions.delete'),
          icon: <Trash2 size={16} strokeWidth={1.5} />,
          isDestructive: true,
          onPress: onDelete,
        },
      ]}
    />
  )
}
