import { DeleteFolderDialog } from '#web/folders/delete-folder-dialog.tsx'
import { CreateFolder, UpdateFolder } from '#web/folders/folder-dialogs.tsx'
import { DeletePromptDialog } from '#web/prompts/delete-prompt-dialog.tsx'
import { CreatePrompt, UpdatePrompt } from '#web/prompts/prompt-dialogs.tsx'
import type { LibraryDialog } from './library-dialog.ts'
import { MovePromptDialog } from './move-prompt-dialog.tsx'

type ChangingDialogProps = {
  open: boolean
  dialog: Exclude<LibraryDialog, { kind: 'view-prompt' }>
  folderId: string | null
  onClose: () => void
}

/** The dialogs that change something in the library. */
export default function ChangingDialog(props: ChangingDialogProps) {
  const { open, dialog, folderId, onClose } = props
  switch (dialog.kind) {
    case 'create-folder':
      return <CreateFolder open={open} parentId={folderId} onClose={onClose} />
    case 'update-folder':
      return <UpdateFolder open={open} folder={dialog.folder} onClose={onClose} />
    case 'delete-folder':
      return <DeleteFolderDialog open={open} folder={dialog.folder} onClose={onClose} />
    case 'create-prompt':
      return <CreatePrompt open={open} folderId={folderId} onClose={onClose} />
    case 'update-prompt':
      return <UpdatePrompt open={open} promptId={dialog.prompt.id} onClose={onClose} />
    case 'move-prompt':
      return <MovePromptDialog open={open} prompt={dialog.prompt} onClose={onClose} />
    case 'delete-prompt':
      return <DeletePromptDialog open={open} prompt={dialog.prompt} onClose={onClose} />
  }
}
