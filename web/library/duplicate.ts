import { useTranslations } from 'use-intl'
import { selectionCalls } from '#contract/library/selection.ts'
import { newAttempt } from '#web/api/attempt.ts'
import { undoCreation, useUndoableCall, useUndoToast } from './undo.ts'

type Original = { promptIds: string[] } | { folderIds: string[] }

/** Returns a function that copies a prompt, or a folder with its contents, into the same folder. */
export function useDuplicate(): (original: Original) => void {
  const t = useTranslations('history.copy')
  const toastUndo = useUndoToast()
  const copy = useUndoableCall(selectionCalls.copySelection, ['prompts', 'folders', 'counts'])
  return (original) =>
    void copy({ ...original, attempt: newAttempt() }, ({ ids, folderIds }) =>
      toastUndo(t('done'), () => undoCreation(ids, folderIds)),
    )
}
