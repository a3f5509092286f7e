import { CreateFolder, UpdateFolder } from '#web/folders/folder-dialogs.tsx'
import { DeleteFolderDialog } from '#web/folders/delete-folder-dialog.tsx'
import { CreatePrompt, UpdatePrompt } from '#web/prompts/prompt-dialogs.tsx'
import { DeletePromptDialog } from '#web/prompts/delete-prompt-dialog.tsx'
import { ViewPromptDialog } from '#web/prompts/view-prompt-dialog.tsx'
import { useLingering } from '#web/ui/linger.ts'
import type { LibraryDialog } from './library-dialog.ts'
import { MovePromptDialog } from './move-prompt-dialog.tsx'

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
  switch (shown.kind) {
    case 'create-folder':
      return <CreateFolder open={open} parentId={folderId} onClose={onClose} />
    case 'update-folder':
      return <UpdateFolder open={open} folder={shown.folder} onClose={onClose} />
    case 'delete-folder':
      return <DeleteFolderDialog open={open} folder={shown.folder} onClose={onClose} />
    case 'create-prompt':
      return <CreatePrompt open={open} folderId={folderId} onClose={onClose} />
    case 'view-prompt':
      return (
        <ViewPromptDialog
          open={open}
          prompt={shown.prompt}
          onEdit={() => onOpen({ kind: 'update-prompt', prompt: shown.prompt })}
          onClose={onClose}
        />
      )
    case 'update-prompt':
      return <UpdatePrompt open={open} promptId={shown.prompt.id} onClose={onClose} />
    case 'move-prompt':
      return <MovePromptDialog open={open} prompt={shown.prompt} onClose={onClose} />
    case 'delete-prompt':
      return <DeletePromptDialog open={open} prompt={shown.prompt} onClose={onClose} />
  }
}
