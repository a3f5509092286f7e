import { useTranslations } from 'use-intl'
import { promptCalls } from '#contract/library/prompts.ts'
import type { KeptPrompt } from './kept-prompt.ts'
import { undoCreation, useUndoableCall, useUndoToast } from './undo.ts'

/** Returns a function that saves a prompt from elsewhere at the library's root. */
export function useAdopt(): (prompt: KeptPrompt, onSuccess?: (id: string) => void) => void {
  const t = useTranslations('shelf.starter')
  const toastUndo = useUndoToast()
  const create = useUndoableCall(promptCalls.createPrompt, ['prompts', 'counts'])
  return (prompt, onSuccess) =>
    void create(prompt, ({ id }) => {
      toastUndo(t('adopted', { name: prompt.name }), () => undoCreation([id]))
      onSuccess?.(id)
    })
}
