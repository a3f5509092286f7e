import { useId, useRef } from 'react'
import { Copy, FolderInput, History, Link2, Pencil, Star, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Prompt } from '#contract/prompts.ts'
import { selectionCalls } from '#contract/selection.ts'
import { useCall } from '#web/api/use-call.ts'
import { useCommands, type PromptBasics } from '#web/commands/commands.ts'
import { useDuplicate } from '#web/library/duplicate.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Menu } from '#web/ui/controls/menu.tsx'
import { toastError } from '#web/ui/overlays/toast.ts'
import { SharingToggle } from '#web/prompts/sharing-toggle.tsx'
import styles from './view-actions.module.css'

type ViewActionsProps = { prompt: Prompt; basics: PromptBasics; onEdit: () => void }

/** What can be done with a prompt besides filling it in, in the title of its dialog. */
export function ViewActions({ prompt, basics, onEdit }: ViewActionsProps) {
  const t = useTranslations('library.actions')
  const tHistory = useTranslations('history')
  const { open } = useCommands()
  const duplicate = useDuplicate()
  const go = (kind: 'move-prompt' | 'versions' | 'delete-prompt') => () =>
    open({ kind, prompt: basics })
  const entry = (label: string, Icon: typeof Copy, onPress: () => void) => ({
    label,
    icon: <Icon size={16} strokeWidth={1.5} />,
    onPress,
  })
  return (
    <>
      <StarButton prompt={prompt} />
      <SharePopover prompt={prompt} />
      <IconButton label={t('edit')} onClick={onEdit}>
        <Pencil size={18} strokeWidth={1.5} />
      </IconButton>
      <Menu
        label={tHistory('more')}
        entries={[
          entry(tHistory('copy.duplicate'), Copy, () => duplicate(prompt.id)),
          entry(t('move'), FolderInput, go('move-prompt')),
          entry(tHistory('versions.open'), History, go('versions')),
          { ...entry(t('delete'), Trash2, go('delete-prompt')), isDestructive: true },
        ]}
      />
    </>
  )
}

function StarButton({ prompt }: { prompt: Prompt }) {
  const t = useTranslations('history.star')
  const errorText = useErrorText()
  const star = useCall(selectionCalls.changeSelection, { changes: ['prompts', 'uses'] })
  // Flips at once, and back if the server refuses.
  const isFavourite = star.isPending
    ? star.variables.changes[0]?.isFavourite === 1
    : prompt.isFavourite === 1
  return (
    <IconButton
      label={t(isFavourite ? 'remove' : 'add')}
      aria-pressed={isFavourite}
      onClick={() =>
        star.mutate(
          { changes: [{ promptIds: [prompt.id], isFavourite: isFavourite ? 0 : 1 }] },
          { onError: (error) => toastError(errorText(error)) },
        )
      }
    >
      <Star size={18} strokeWidth={1.5} fill={isFavourite ? 'currentColor' : 'none'} />
    </IconButton>
  )
}

function SharePopover({ prompt }: { prompt: Prompt }) {
  const t = useTranslations('history.share')
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  return (
    <div className={styles.share}>
      <IconButton
        label={t('title')}
        popoverTarget={id}
        aria-haspopup="dialog"
        onClick={(event) => {
          const { bottom, right } = event.currentTarget.getBoundingClientRect()
          panel.current?.style.setProperty('--top', `${bottom + 4}px`)
          panel.current?.style.setProperty('--end', `${innerWidth - right}px`)
        }}
      >
        <Link2 size={18} strokeWidth={1.5} data-shared={prompt.isPublic === 1 || undefined} />
      </IconButton>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('title')}
        className={styles.panel}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Or the dialog around it would close, too.
          event.preventDefault()
          panel.current?.hidePopover()
        }}
      >
        <SharingToggle prompt={prompt} visit={t('visit')} />
      </div>
    </div>
  )
}
