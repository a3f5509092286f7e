import { useTranslations } from 'use-intl'
import { promptCalls } from '#contract/prompts.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { useDeletionToast } from '#web/library/undo.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { longName } from '#web/ui/long-name.tsx'
import { toastError } from '#web/ui/overlays/toast.ts'

type DeletePromptDialogProps = {
  open: boolean
  prompt: { id: string; name: string }
  onClose: () => void
}

export function DeletePromptDialog({ open, prompt, onClose }: DeletePromptDialogProps) {
  const t = useTranslations('library')
  const errorText = useErrorText()
  const toastDeleted = useDeletionToast()
  const deletePrompt = useCall(promptCalls.deletePrompt, {
    changes: ['prompts', 'counts', 'trash'],
  })

  function submit() {
    deletePrompt.mutate(
      { promptId: prompt.id },
      {
        onSuccess: ({ trashId }) => {
          onClose()
          toastDeleted(t('prompt.deleted'), trashId)
        },
        onError: (error) => toastError(errorText(error)),
      },
    )
  }

  return (
    <Dialog open={open} size="small" title={t('prompt.deleteTitle')} onCloseRequest={onClose}>
      <DialogBody>
        <p className="text-14 breaks">
          {t.rich('prompt.deleteText', {
            name: prompt.name,
            bdi: longName(prompt.name, t('actions.wholeName')),
          })}
        </p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t('actions.cancel')}</Button>
        <Button look="danger" data-autofocus busy={deletePrompt.isPending} onClick={submit}>
          {t('prompt.deleteSubmit')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
