import { useState } from 'react'
import { ViewPromptDialog } from '#web/prompts/view-prompt-dialog.tsx'
import { useLingering } from '#web/ui/overlays/linger.ts'
import { ComingDialog } from './coming-dialog.tsx'
import { useDialogCode } from './dialog-code.ts'
import type { LibraryDialog } from './commands.ts'
import { useFocusReturn } from './use-focus-return.ts'

type LibraryDialogsProps = {
  dialog: LibraryDialog | undefined
  /** The folder on screen: what is made goes there. */
  folderId: string | null
  onOpen: (dialog: LibraryDialog) => void
  onClose: () => void
}

/** The dialog that is open, or was a moment ago. */
export function LibraryDialogs({ dialog, folderId, onOpen, onClose }: LibraryDialogsProps) {
  const shown = useLingering(dialog)
  // Filling in must be there at once. What changes the library may come a moment later, and once.
  const isView = shown?.kind === 'view-prompt'
  const code = useDialogCode(shown !== undefined && !isView)
  // Opened again while it is still closing, it begins afresh: what failed to load then is asked for again.
  const [opening, setOpening] = useState({ dialog: shown, count: 0 })
  if (shown !== opening.dialog) setOpening({ dialog: shown, count: opening.count + 1 })
  const [typed, setTyped] = useState({ dialog: shown, name: '' })
  useFocusReturn(dialog)

  if (!shown) return null
  const open = dialog !== undefined
  if (isView) {
    return (
      <ViewPromptDialog
        key={opening.count}
        open={open}
        prompt={shown.prompt}
        onEdit={() => onOpen({ kind: 'update-prompt', prompt: shown.prompt })}
        onClose={onClose}
      />
    )
  }
  if (!code) {
    return (
      <ComingDialog
        open={open}
        kind={shown.kind}
        onType={(name) => setTyped({ dialog: shown, name })}
        onClose={onClose}
      />
    )
  }
  return (
    <code.ChangingDialog
      key={opening.count}
      open={open}
      dialog={shown}
      folderId={folderId}
      typedName={typed.dialog === shown ? typed.name : ''}
      onClose={onClose}
    />
  )
}
