import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import type { ChangingCommand } from './commands.ts'
import styles from './coming-dialog.module.css'

type Kind = Exclude<ChangingCommand['kind'], 'export'>

const titles = {
  'create-folder': 'folder.createTitle',
  'update-folder': 'folder.updateTitle',
  'delete-folder': 'folder.deleteTitle',
  'create-prompt': 'prompt.createTitle',
  'update-prompt': 'prompt.updateTitle',
  'move-prompt': 'move.title',
  'delete-prompt': 'prompt.deleteTitle',
  move: 'move.submit',
  versions: 'title',
  import: 'import',
} as const satisfies Record<Kind, string>

const names: Partial<Record<Kind, 'folder.name' | 'prompt.name'>> = {
  'create-folder': 'folder.name',
  'create-prompt': 'prompt.name',
}

type ComingDialogProps = {
  open: boolean
  kind: Kind
  onType: (name: string) => void
  onClose: () => void
}

/** A placeholder for a dialog whose code has not come yet; a name can already be typed into it. */
export function ComingDialog({ open, kind, onType, onClose }: ComingDialogProps) {
  const t = useTranslations('library')
  const name = names[kind]
  return (
    <Dialog open={open} size={sizeOf(kind)} title={t(titles[kind])} onCloseRequest={onClose}>
      <DialogBody>
        {name && (
          <Field
            label={t(name)}
            required
            dir="auto"
            autoComplete="off"
            data-autofocus
            onChange={(event) => onType(event.target.value)}
          />
        )}
        <div className={styles.coming} aria-busy />
      </DialogBody>
    </Dialog>
  )
}

function sizeOf(kind: Kind) {
  if (kind.startsWith('move')) return 'medium'
  return kind.endsWith('folder') || kind === 'delete-prompt' ? 'small' : 'large'
}
