import { useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { folderCalls, type FolderContents } from '#contract/library/folders.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { useDeletionToast } from '#web/library/undo.ts'
import { DialogForm } from '#web/ui/overlays/dialog-form.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { longName } from '#web/ui/long-name.tsx'
import { isSolved, SumCheck, useSum } from '#web/ui/overlays/sum-check.tsx'
import { folderContentsQuery } from './count-folder-contents.ts'

type DeleteFolderDialogProps = {
  open: boolean
  folder: { id: string; name: string }
  onClose: () => void
}

/** Shows how much is deleted with the folder, and asks for a sum first. */
export function DeleteFolderDialog({ open, folder, onClose }: DeleteFolderDialogProps) {
  const t = useTranslations('library')
  const id = useId()
  const toastDeleted = useDeletionToast()
  const deleteFolder = useToastedCall(folderCalls.deleteFolder, {
    changes: ['folders', 'prompts', 'counts', 'trash'],
  })
  const [sum, setSum] = useSum()
  // Once it has started, there may be nothing left to count.
  const isUnderWay = deleteFolder.isPending || deleteFolder.isSuccess
  const contents = useQuery({ ...folderContentsQuery(folder.id), enabled: open && !isUnderWay })
  const isCounting = contents.isPending

  function submit() {
    deleteFolder.mutate(
      { folderId: folder.id },
      {
        onSuccess: ({ trashId }) => {
          onClose()
          toastDeleted(t('folder.deleted'), trashId)
        },
      },
    )
  }

  return (
    <Dialog
      open={open}
      size="small"
      title={t('folder.deleteTitle')}
      about={id}
      onCloseRequest={onClose}
    >
      <DialogForm
        submit={t('folder.deleteSubmit')}
        look="danger"
        isBusy={deleteFolder.isPending || (isCounting && isSolved(sum))}
        isReady={isSolved(sum)}
        onSubmit={submit}
      >
        <div className="stack gap-20">
          <p id={id} className="text-14 breaks">
            {t.rich('folder.deleteText', {
              name: folder.name,
              bdi: longName(folder.name, t('actions.wholeName')),
            })}{' '}
            <Contents contents={contents.data} isFailed={contents.isError} />
          </p>
          <SumCheck
            sum={sum}
            label={t('sum.label', { first: sum.first, second: sum.second })}
            wrong={t('sum.wrong')}
            onChange={setSum}
          />
        </div>
      </DialogForm>
    </Dialog>
  )
}

type ContentsProps = { contents: FolderContents | undefined; isFailed: boolean }

function Contents({ contents, isFailed }: ContentsProps) {
  const t = useTranslations('library.folder')
  if (!contents) return t(isFailed ? 'countFailed' : 'counting')
  const { folders, prompts } = contents
  if (folders + prompts === 0) return t('deleteNothing')
  return t('deleteContents', {
    folders,
    prompts,
    both: folders > 0 && prompts > 0 ? 'yes' : 'no',
  })
}
