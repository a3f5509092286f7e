import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { useIsLate } from '#web/ui/linger.ts'
import { useCreatePrompt } from './create-prompt.ts'
import { LoadingForm } from './loading-form.tsx'
import { PromptForm } from './prompt-form.tsx'
import { SharingToggle } from './sharing-toggle.tsx'
import { useUpdatePrompt } from './update-prompt.ts'
import { useLoadedPrompt } from './use-loaded-prompt.ts'

type CreatePromptProps = { open: boolean; folderId: string | null; onClose: () => void }

export function CreatePrompt({ open, folderId, onClose }: CreatePromptProps) {
  const t = useTranslations('library')
  const { mutate, isPending, error } = useCreatePrompt()
  return (
    <Dialog
      open={open}
      size="large"
      title={t('prompt.createTitle')}
      closeLabel={t('actions.close')}
      onCloseRequest={onClose}
    >
      <PromptForm
        open={open}
        isBusy={isPending}
        error={error}
        onSubmit={(form, outcome) => mutate({ ...form, folderId }, outcome)}
        onClose={onClose}
      />
    </Dialog>
  )
}

type UpdatePromptProps = { open: boolean; promptId: string; onClose: () => void }

export function UpdatePrompt({ open, promptId, onClose }: UpdatePromptProps) {
  const t = useTranslations('library')
  const { mutate, isPending, error } = useUpdatePrompt()
  const prompt = useLoadedPrompt(promptId, onClose)
  const isLate = useIsLate(150)
  return (
    <Dialog
      // At once with its form where the prompt is there in a moment.
      open={open && (prompt !== undefined || isLate)}
      size="large"
      title={t('prompt.updateTitle')}
      closeLabel={t('actions.close')}
      onCloseRequest={onClose}
    >
      {prompt ? (
        <PromptForm
          open={open}
          prompt={prompt}
          isBusy={isPending}
          error={error}
          onSubmit={(form, outcome) => mutate({ ...form, promptId }, outcome)}
          onClose={onClose}
        >
          <SharingToggle prompt={prompt} />
        </PromptForm>
      ) : (
        <DialogBody>
          <LoadingForm />
        </DialogBody>
      )}
    </Dialog>
  )
}
