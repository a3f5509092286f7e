import { CopyPlus, FileUp, FolderInput, Pencil, SquareCheck, Star, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Menu, type Shortcut } from '#web/ui/controls/menu.tsx'
import styles from './folder-card.module.css'

export type FolderAction = 'edit' | 'star' | 'move' | 'copyTo' | 'export' | 'select' | 'delete'

const icons = {
  edit: Pencil,
  star: Star,
  move: FolderInput,
  copyTo: CopyPlus,
  export: FileUp,
  select: SquareCheck,
  delete: Trash2,
}
const actions = ['edit', 'star', 'move', 'copyTo', 'export', 'select', 'delete'] as const

type FolderActionsProps = {
  name: string
  isFavourite: boolean
  shortcutOf: (action: FolderAction) => Shortcut | undefined
  onAction: (action: FolderAction) => void
}

export function FolderActions(props: FolderActionsProps) {
  const { name, isFavourite, shortcutOf, onAction } = props
  const t = useTranslations('library')
  const tSelection = useTranslations('selection')
  const labels = {
    edit: t('actions.edit'),
    star: tSelection(isFavourite ? 'unstar' : 'star'),
    move: t('actions.move'),
    copyTo: tSelection('copy'),
    export: tSelection('export'),
    select: tSelection('card.select'),
    delete: t('actions.delete'),
  }
  return (
    <Menu
      label={t('folder.actions', { name })}
      className={styles.menu}
      entries={actions.map((action) => {
        const Icon = icons[action]
        const isFilled = action === 'star' && isFavourite
        return {
          label: labels[action],
          icon: <Icon size={16} fill={isFilled ? 'currentColor' : 'none'} />,
          shortcut: shortcutOf(action),
          isDestructive: action === 'delete',
          onPress: () => onAction(action),
        }
      })}
    />
  )
}
