import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { useCreatePrompt } from './create-prompt.ts'
import { LoadingLines } from './loading-lines.tsx'
import { PromptFormDialog } from './prompt-form-dialog.tsx'
import { SharingToggle } from './sharing-toggle.tsx'
import { useUpdatePrompt } from './update-prompt.ts'
import { useLoadedPrompt } from './use-loaded-prompt.ts'

type CreatePromptProps = { open: boolean; folderId: string | null; onClose: () => void }

export function CreatePrompt({ open, folderId, onClose }: CreatePromptProps) {
  const { mutate, isPending, error } = useCreatePrompt()
  return (
    <PromptFormDialog
      open={open}
      isBusy={isPending}
      error={error}
      onSubmit={(form, outcome) => mutate({ ...form, folderId }, outcome)}
      onClose={onClose}
    />
  )
}

type UpdatePromptProps = { open: boolean; promptId: string; onClose: () => void }

export function UpdatePrompt({ open, promptId, onClose }: UpdatePromptProps) {
  const t = useTranslations('library')
  const { mutate, isPending, error } = useUpdatePrompt()
  const prompt = useLoadedPrompt(promptId, onClose)
  if (!prompt) {
    return (
      <Dialog
        open={open}
        size="large"
        title={t('prompt.updateTitle')}
        closeLabel={t('actions.close')}
        onCloseRequest={onClose}
      >
        <DialogBody>
          <LoadingLines />
        </DialogBody>
      </Dialog>
    )
  }
  return (
    <PromptFormDialog
      open={open}
      prompt={prompt}
      isBusy={isPending}
      error={error}
      onSubmit={(form, outcome) => mutate({ ...form, promptId }, outcome)}
      onClose={onClose}
    >
      <SharingToggle prompt={prompt} />
    </PromptFormDialog>
  )
}
