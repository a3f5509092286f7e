import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { shelfCalls } from '#contract/library/shelf.ts'
import { languages } from '#languages/languages.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import { promptQuery } from '#web/prompts/get-prompt.ts'
import { copyComing, copyText } from '#web/ui/copy-text.ts'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import { textToCopy } from './text-to-copy.ts'

/** Counts the copies requested so far: while several prompts load, only the one requested last is copied. */
let presses = 0

/**
 * Copies a prompt by its id, with the last used values if it has variables, and shows a toast. Returns whether that
 * worked. Calls `onOpen` if the prompt has to be filled in first, or if only a click in its dialog can copy it.
 */
export function useCopyPrompt() {
  const t = useTranslations('prompt.fillIn')
  const tHistory = useTranslations('history.copy')
  const errorText = useErrorText()
  const client = useQueryClient()
  const { mutate: recordUse } = useCall(shelfCalls.notePromptUse, { changes: ['uses'] })
  const { locale } = languages[useLanguage()]

  return async (promptId: string, onOpen: () => void): Promise<boolean> => {
    const press = ++presses
    const isLast = () => press === presses
    try {
      const coming = client
        .fetchQuery(promptQuery(promptId))
        .then((prompt) => textToCopy(prompt, locale))
      const isCopied = await copyComing(coming.then((copy) => (isLast() && copy?.text) || ''))
      const copy = await coming
      if (!isLast()) return false
      if (copy === undefined) onOpen()
      else if (copy.text.trim() === '') toastError(t('copyEmpty'))
      else if (!isCopied && !(await copyText(copy.text))) {
        toastError(t('copyFailed'))
        // Without the clipboard API, Safari copies only text that is available when the button is clicked.
        onOpen()
      } else {
        toastSuccess(copy.isAgain ? tHistory('again') : t('copied'))
        recordUse({ promptId })
        return true
      }
    } catch (error) {
      toastError(errorText(error as Error))
    }
    return false
  }
}
