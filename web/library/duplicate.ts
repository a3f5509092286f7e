import { useTranslations } from 'use-intl'
import { selectionCalls } from '#contract/selection.ts'
import { newAttempt } from '#web/api/attempt.ts'
import { send } from '#web/api/send.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { toastError } from '#web/ui/overlays/toast.ts'
import { useUndoToast } from './undo.ts'

/** Copies a prompt beside itself. */
export function useDuplicate(): (promptId: string) => void {
  const t = useTranslations('history.copy')
  const errorText = useErrorText()
  const toastUndo = useUndoToast()
  const { mutate } = useCall(selectionCalls.copySelection, { changes: ['prompts', 'counts'] })
  return (promptId) =>
    mutate(
      { promptIds: [promptId], attempt: newAttempt() },
      {
        onSuccess: ({ ids }) =>
          toastUndo(t('done'), () => send(selectionCalls.deleteSelection, { promptIds: ids })),
        onError: (error) => toastError(errorText(error)),
      },
    )
}
