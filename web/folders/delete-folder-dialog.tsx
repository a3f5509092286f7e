import type { FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#web/messages/error-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/dialog.tsx'
import { longName } from '#web/ui/long-name.tsx'
import { isSolved, SumCheck, useSum } from '#web/ui/sum-check.tsx'
import { toastError } from '#web/ui/toast.ts'
import { folderContentsQuery } from './count-folder-contents.ts'
import styles from './folder-form-dialog.module.css'
import { useDeleteFolder } from './delete-folder.ts'

type DeleteFolderDialogProps = {
  open: boolean
  folder: { id: string; name: string }
  onClose: () => void
}

/** Says how much goes with the folder, and asks for a sum before it does. */
export function DeleteFolderDialog({ open, folder, onClose }: DeleteFolderDialogProps) {
  const t = useTranslations('library')
  const errorText = useErrorText()
  const deleteFolder = useDeleteFolder()
  const [sum, setSum] = useSum()
  // From then on there may be nothing left to count.
  const isUnderWay = deleteFolder.isPending || deleteFolder.isSuccess

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isSolved(sum) || deleteFolder.isPending) return
    deleteFolder.mutate(
      { folderId: folder.id },
      { onSuccess: onClose, onError: (error) => toastError(errorText(error)) },
    )
  }

  return (
    <Dialog
      open={open}
      size="small"
      title={t('folder.deleteTitle')}
      closeLabel={t('actions.close')}
      onCloseRequest={onClose}
    >
      <form onSubmit={submit}>
        <DialogBody>
          <div className={styles.fields}>
            <p className={styles.text}>
              {t.rich('folder.deleteText', {
                name: folder.name,
                bdi: longName(folder.name, t('actions.wholeName')),
              })}{' '}
              <Contents folderId={folder.id} enabled={open && !isUnderWay} />
            </p>
            <SumCheck
              sum={sum}
              label={t('sum.label', { first: sum.first, second: sum.second })}
              wrong={t('sum.wrong')}
              onChange={setSum}
            />
          </div>
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button
            look="danger"
            type="submit"
            busy={deleteFolder.isPending}
            disabled={!isSolved(sum)}
          >
            {t('folder.deleteSubmit')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

function Contents({ folderId, enabled }: { folderId: string; enabled: boolean }) {
  const t = useTranslations('library.folder')
  const { data: contents } = useQuery({ ...folderContentsQuery(folderId), enabled })
  if (!contents) return null
  const { folders, prompts } = contents
  if (folders + prompts === 0) return t('deleteNothing')
  return t('deleteContents', {
    folders,
    prompts,
    both: folders > 0 && prompts > 0 ? 'yes' : 'no',
  })
}
