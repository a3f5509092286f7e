import { useTranslations } from 'use-intl'
import { promptCalls } from '#contract/library/prompts.ts'
import { useDeletionToast } from '#web/library/undo.ts'
import { longName } from '#web/ui/long-name.tsx'
import { Question } from '#web/api/question.tsx'

type DeletePromptDialogProps = {
  open: boolean
  prompt: { id: string; name: string }
  onClose: () => void
}

export function DeletePromptDialog({ open, prompt, onClose }: DeletePromptDialogProps) {
  const t = useTranslations('library')
  const toastDeleted = useDeletionToast()
  return (
    <Question
      open={open}
      title={t('prompt.deleteTitle')}
      submit={t('prompt.deleteSubmit')}
      call={promptCalls.deletePrompt}
      input={{ promptId: prompt.id }}
      changes={['prompts', 'counts', 'trash']}
      onDone={({ trashId }) => toastDeleted(t('prompt.deleted'), trashId)}
      onClose={onClose}
    >
      <p className="text-14 breaks">
        {t.rich('prompt.deleteText', {
          name: prompt.name,
          bdi: longName(prompt.name, t('actions.wholeName')),
        })}
      </p>
    </Question>
  )
}
