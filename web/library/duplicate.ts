import { useTranslations } from 'use-intl'
import { selectionCalls } from '#contract/selection.ts'
import { newAttempt } from '#web/api/attempt.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { toastError } from '#web/ui/overlays/toast.ts'
import { undoMaking, useUndoToast } from './undo.ts'

type Original = { promptIds: string[] } | { folderIds: string[] }

/** Copies a prompt, or a folder with everything in it, beside itself. */
export function useDuplicate(): (original: Original) => void {
  const t = useTranslations('history.copy')
  const errorText = useErrorText()
  const toastUndo = useUndoToast()
  const { mutateAsync } = useCall(selectionCalls.copySelection, {
    changes: ['prompts', 'folders', 'counts'],
  })
  return (original) =>
    // Not callbacks of `mutate`, which are called for the last of several copies only.
    void mutateAsync({ ...original, attempt: newAttempt() }).then(
      ({ ids, folderIds }) => toastUndo(t('done'), () => undoMaking(ids, folderIds)),
      (error: Error) => toastError(errorText(error)),
    )
}
