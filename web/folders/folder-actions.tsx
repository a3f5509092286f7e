import { FileUp, FolderInput, Pencil, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Menu, type Shortcut } from '#web/ui/controls/menu.tsx'
import styles from './folder-card.module.css'

export type FolderAction = 'edit' | 'move' | 'export' | 'delete'

const icons = { edit: Pencil, move: FolderInput, export: FileUp, delete: Trash2 }
const actions = ['edit', 'move', 'export', 'delete'] as const

type FolderActionsProps = {
  name: string
  shortcutOf: (action: FolderAction) => Shortcut | undefined
  onAction: (action: FolderAction) => void
}

export function FolderActions({ name, shortcutOf, onAction }: FolderActionsProps) {
  const t = useTranslations('library')
  const tSelection = useTranslations('selection')
  return (
    <Menu
      label={t('folder.actions', { name })}
      className={styles.menu}
      entries={actions.map((action) => {
        const Icon = icons[action]
        return {
          label: action === 'export' ? tSelection('export') : t(`actions.${action}`),
          icon: <Icon size={16} strokeWidth={1.5} />,
          shortcut: shortcutOf(action),
          isDestructive: action === 'delete',
          onPress: () => onAction(action),
        }
      })}
    />
  )
}
