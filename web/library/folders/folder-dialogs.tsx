import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { folderCalls } from '#contract/library/folders.ts'
import { useAttempt } from '#web/api/attempt.ts'
import { useCall } from '#web/api/use-call.ts'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { FolderFormDialog } from './folder-form-dialog.tsx'

type CreateFolderProps = {
  open: boolean
  parentId: string | null
  /** Why saving will fail, if that is known in advance. */
  notice: ReactNode
  onClose: () => void
}

export function CreateFolder({ open, parentId, notice, onClose }: CreateFolderProps) {
  const t = useTranslations('library.folder')
  const { mutate, isPending, error } = useCall(folderCalls.createFolder, {
    changes: ['folders', 'counts'],
  })
  const attempt = useAttempt()
  const done = () => {
    onClose()
    toastSuccess(t('created'))
  }
  return (
    <FolderFormDialog
      open={open}
      notice={notice}
      isBusy={isPending}
      error={error}
      onSubmit={(form, onError) =>
        mutate({ ...form, folderId: parentId, attempt }, { onSuccess: done, onError })
      }
      onClose={onClose}
    />
  )
}

type UpdateFolderProps = {
  open: boolean
  folder: { id: string; name: string; color: string }
  onClose: () => void
}

export function UpdateFolder({ open, folder, onClose }: UpdateFolderProps) {
  const t = useTranslations('library.folder')
  const { mutate, isPending, error } = useCall(folderCalls.updateFolder, { changes: ['folders'] })
  const done = () => {
    onClose()
    toastSuccess(t('saved'))
  }
  return (
    <FolderFormDialog
      open={open}
      folder={folder}
      isBusy={isPending}
      error={error}
      onSubmit={(form, onError) =>
        mutate({ ...form, folderId: folder.id }, { onSuccess: done, onError })
      }
      onClose={onClose}
    />
  )
}
