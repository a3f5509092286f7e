import {
  Copy,
  ExternalLink,
  FolderDown,
  FolderInput,
  History,
  Link2,
  Pencil,
  Play,
  Star,
  Trash2,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Prompt } from '#contract/library/prompts.ts'
import { selectionCalls } from '#contract/library/selection.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { useDuplicate } from '#web/library/duplicate.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Menu } from '#web/ui/controls/menu.tsx'
import { useOpenInTargets } from '#web/prompts/open-in/open-in.tsx'
import { useModelList } from '#web/prompts/runs/run-button.tsx'
import { PopoverButton } from '#web/ui/controls/popover-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { SharingToggle } from '#web/prompts/sharing-toggle.tsx'
import styles from './view-actions.module.css'

/** Actions that open a dialog. */
export type ViewAction = 'update-prompt' | 'move-prompt' | 'versions' | 'skill' | 'delete-prompt'

type ViewActionsProps = {
  prompt: Prompt
  /** Menus that are opened from this menu on a phone. */
  openModels: () => void
  openOpenIn: () => void
  onAction: (action: ViewAction) => void
}

/** A prompt's actions besides filling it in, shown in the title of its dialog. */
export function ViewActions(props: ViewActionsProps) {
  const { prompt, openModels, openOpenIn, onAction } = props
  const t = useTranslations('library.actions')
  const tHistory = useTranslations('history')
  const tRuns = useTranslations('runs')
  const duplicate = useDuplicate()
  const isPhone = useMediaQuery('(max-width: 640px)')
  const canRun = useModelList() !== undefined
  const canOpenIn = useOpenInTargets().length > 0
  const edit = () => onAction('update-prompt')
  const runOrOpen = [
    ...(canOpenIn ? [entry(tHistory('openIn.choose'), ExternalLink, openOpenIn)] : []),
    ...(canRun ? [entry(tRuns('choose'), Play, openModels)] : []),
  ].map((one, at) => ({ ...one, startsGroup: at === 0 }))
  return (
    <>
      <StarButton prompt={prompt} />
      <SharePopover prompt={prompt} />
      {!isPhone && (
        <IconButton label={t('edit')} onClick={edit}>
          <Pencil size={18} />
        </IconButton>
      )}
      <Menu
        label={tHistory('more')}
        entries={[
          ...(isPhone ? [entry(t('edit'), Pencil, edit)] : []),
          entry(tHistory('copy.duplicate'), Copy, () => duplicate({ promptIds: [prompt.id] })),
          entry(t('move'), FolderInput, () => onAction('move-prompt')),
          entry(tHistory('versions.open'), History, () => onAction('versions')),
          entry(tHistory('skill'), FolderDown, () => onAction('skill')),
          ...(isPhone ? runOrOpen : []),
          {
            ...entry(t('delete'), Trash2, () => onAction('delete-prompt')),
            isDestructive: true,
            startsGroup: isPhone,
          },
        ]}
      />
    </>
  )
}

function entry(label: string, Icon: typeof Copy, onPress: () => void) {
  return { label, icon: <Icon size={16} />, onPress }
}

function StarButton({ prompt }: { prompt: Prompt }) {
  const t = useTranslations('history.star')
  const star = useToastedCall(selectionCalls.changeSelection, { changes: ['prompts', 'uses'] })
  // Optimistic: reverts if the call fails.
  const isFavourite = star.isPending
    ? star.variables.changes[0]?.isFavourite === 1
    : prompt.isFavourite === 1
  return (
    <IconButton
      label={t(isFavourite ? 'remove' : 'add')}
      aria-pressed={isFavourite}
      onClick={() =>
        star.mutate({
          changes: [{ promptIds: [prompt.id], isFavourite: isFavourite ? 0 : 1 }],
        })
      }
    >
      <Star size={18} fill={isFavourite ? 'currentColor' : 'none'} />
    </IconButton>
  )
}

function SharePopover({ prompt }: { prompt: Prompt }) {
  const t = useTranslations('history.share')
  const isShared = prompt.isPublic === 1
  return (
    <PopoverButton
      label={t('title')}
      icon={<Link2 size={18} className={classNames(isShared && styles.shared)} />}
      panelClassName={styles.panel}
    >
      <SharingToggle prompt={prompt} visit={t('visit')} />
    </PopoverButton>
  )
}
