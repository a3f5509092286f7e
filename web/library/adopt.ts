import { useTranslations } from 'use-intl'
import { promptCalls } from '#contract/prompts.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { toastError } from '#web/ui/overlays/toast.ts'
import type { KeptPrompt } from './kept-prompt.ts'
import { undoMaking, useUndoToast } from './undo.ts'

/** Returns a function that puts a prompt from elsewhere at the library's root. */
export function useAdopt(): (prompt: KeptPrompt, onSuccess?: () => void) => void {
  const t = useTranslations('shelf.starter')
  const errorText = useErrorText()
  const toastUndo = useUndoToast()
  const { mutateAsync } = useCall(promptCalls.createPrompt, { changes: ['prompts', 'counts'] })
  return (prompt, onSuccess) =>
    // Not callbacks of `mutate`: what offered the prompt may be gone by then.
    void mutateAsync(prompt).then(
      ({ id }) => {
        toastUndo(t('adopted', { name: prompt.name }), () => undoMaking([id]))
        onSuccess?.()
      },
      (error: Error) => toastError(errorText(error)),
    )
}
