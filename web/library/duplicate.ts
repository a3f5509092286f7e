import { useTranslations } from 'use-intl'
import { selectionCalls } from '#contract/selection.ts'
import { newAttempt } from '#web/api/attempt.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { toastError } from '#web/ui/overlays/toast.ts'
import { undoMaking, useUndoToast } from './undo.ts'

/** Copies a prompt beside itself. */
export function useDuplicate(): (promptId: string) => void {
  const t = useTranslations('history.copy')
  const errorText = useErrorText()
  const toastUndo = useUndoToast()
  const { mutateAsync } = useCall(selectionCalls.copySelection, { changes: ['prompts', 'counts'] })
  return (promptId) =>
    // Not callbacks of `mutate`, which are called for the last of several copies only.
    void mutateAsync({ promptIds: [promptId], attempt: newAttempt() }).then(
      ({ ids }) => toastUndo(t('done'), () => undoMaking(ids)),
      (error: Error) => toastError(errorText(error)),
    )
}
