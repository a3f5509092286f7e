import { lazy, Suspense } from 'react'
import { ViewPromptDialog } from '#web/prompts/view-prompt-dialog.tsx'
import { useLingering } from '#web/ui/linger.ts'
import type { LibraryDialog } from './library-dialog.ts'

// Filling in must be there at once. What changes the library may come a moment later, and once.
const ChangingDialog = lazy(() => import('./changing-dialog.tsx'))

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
  if (!shown) return null
  const open = dialog !== undefined
  if (shown.kind === 'view-prompt') {
    return (
      <ViewPromptDialog
        open={open}
        prompt={shown.prompt}
        onEdit={() => onOpen({ kind: 'update-prompt', prompt: shown.prompt })}
        onClose={onClose}
      />
    )
  }
  return (
    <Suspense fallback={null}>
      <ChangingDialog open={open} dialog={shown} folderId={folderId} onClose={onClose} />
    </Suspense>
  )
}
