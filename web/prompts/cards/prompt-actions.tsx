import {
  Copy,
  Eye,
  FolderInput,
  Pencil,
  SquareCheck,
  Star,
  TextCursorInput,
  Trash2,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { PromptCard } from '#contract/library/prompts.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Menu, type Shortcut } from '#web/ui/controls/menu.tsx'
import styles from './prompt-actions.module.css'

export type PromptAction =
  | 'copy'
  | 'fillIn'
  | 'star'
  | 'view'
  | 'edit'
  | 'move'
  | 'select'
  | 'delete'

const icons = {
  copy: Copy,
  fillIn: TextCursorInput,
  star: Star,
  view: Eye,
  edit: Pencil,
  move: FolderInput,
  select: SquareCheck,
  delete: Trash2,
}

type PromptActionsProps = {
  prompt: PromptCard
  /** Returns the shortcut of an action, if there is one. */
  shortcutOf: (action: PromptAction) => Shortcut | undefined
  onAction: (action: PromptAction) => void
}

/** The actions of a prompt: buttons for mouse and keyboard, a menu for touch. */
export function PromptActions({ prompt, shortcutOf, onAction }: PromptActionsProps) {
  const t = useTranslations('library')
  const tCard = useTranslations('selection.card')
  const isStarred = prompt.isFavourite === 1
  const labels = {
    copy: tCard('copy'),
    fillIn: tCard('fillIn'),
    star: tCard(isStarred ? 'unstar' : 'star'),
    view: t('actions.view'),
    edit: t('actions.edit'),
    move: t('actions.move'),
    select: tCard('select'),
    delete: t('actions.delete'),
  }
  const first = prompt.variableCount > 0 ? 'fillIn' : 'copy'
  const actions = [first, 'star', 'view', 'edit', 'move', 'delete'] as const
  const inMenu = [first, 'star', 'view', 'edit', 'move', 'select', 'delete'] as const
  const iconOf = (action: PromptAction) => {
    const Icon = icons[action]
    const isFilled = action === 'star' && isStarred
    return <Icon size={16} fill={isFilled ? 'currentColor' : 'none'} />
  }
  const name = t('prompt.actions', { name: prompt.name })
  return (
    <>
      <div role="toolbar" aria-label={name} className={styles.actions}>
        {actions.map((action) => (
          <IconButton
            key={action}
            label={labels[action]}
            aria-keyshortcuts={shortcutOf(action)?.keys}
            onClick={() => onAction(action)}
          >
            {iconOf(action)}
          </IconButton>
        ))}
      </div>
      <Menu
        label={name}
        className={styles.menu}
        entries={inMenu.map((action) => ({
          label: labels[action],
          icon: iconOf(action),
          shortcut: shortcutOf(action),
          isDestructive: action === 'delete',
          onPress: () => onAction(action),
        }))}
      />
    </>
  )
}
