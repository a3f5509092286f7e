import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { UnfilledPrompt } from '#web/prompts/fill-in/unfilled-prompt.tsx'
import { promptQuery } from '#web/prompts/get-prompt.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ownerColor } from '#web/ui/owner-color.ts'
import type { Command } from '#web/library/commands.ts'
import styles from './coming-dialog.module.css'

const titles = {
  'create-folder': 'folder.createTitle',
  'update-folder': 'folder.updateTitle',
  'delete-folder': 'folder.deleteTitle',
  'create-prompt': 'prompt.createTitle',
  'update-prompt': 'prompt.updateTitle',
  'move-prompt': 'move.title',
  'delete-prompt': 'prompt.deleteTitle',
  move: 'move.submit',
  import: 'import',
} as const

type ComingDialogProps = { open: boolean; dialog: Command; onClose: () => void }

/** A placeholder for a dialog whose code is loading. */
export function ComingDialog({ open, dialog, onClose }: ComingDialogProps) {
  const t = useTranslations('library')
  const { kind } = dialog
  const viewed = kind === 'view-prompt' ? dialog.prompt : undefined
  // Fetched in parallel with the code.
  useQuery({ ...promptQuery(viewed?.id ?? ''), enabled: viewed !== undefined })
  const { ground, ink, line } = ownerColor(viewed?.color ?? '')
  return (
    <Dialog
      open={open}
      isComing
      size={sizeOf(kind)}
      title={viewed?.name ?? t(kind in titles ? titles[kind as keyof typeof titles] : 'title')}
      titleStyle={viewed && { background: ground, color: ink, borderColor: line }}
      onCloseRequest={onClose}
    >
      {viewed ? (
        <UnfilledPrompt preview={viewed.preview} />
      ) : (
        <div className={styles.coming} aria-busy />
      )}
    </Dialog>
  )
}

function sizeOf(kind: Command['kind']) {
  if (kind.startsWith('move') || kind === 'starter-shelf') return 'medium'
  return kind.endsWith('folder') || kind === 'delete-prompt' ? 'small' : 'large'
}
