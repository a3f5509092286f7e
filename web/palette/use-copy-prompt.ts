import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { shelfCalls } from '#contract/shelf.ts'
import { languages } from '#languages/languages.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { useLanguage } from '#web/messages/messages-provider.tsx'
import { promptQuery } from '#web/prompts/get-prompt.ts'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import { copyPrompt, type CopyOutcome } from './copy-prompt.ts'

/** Copies a prompt by its id, and says so; calls `onGaps` where it has to be filled in first. */
export function useCopyPrompt() {
  const t = useTranslations('palette')
  const tFillIn = useTranslations('prompt.fillIn')
  const errorText = useErrorText()
  const client = useQueryClient()
  const noteUse = useCall(shelfCalls.notePromptUse, { changes: ['uses'] })
  const { locale } = languages[useLanguage()]

  return async (promptId: string, onGaps: () => void): Promise<CopyOutcome> => {
    try {
      const prompt = await client.fetchQuery(promptQuery(promptId))
      const outcome = await copyPrompt(prompt, locale)
      if (outcome === 'copied' || outcome === 'copied-again') {
        toastSuccess(outcome === 'copied' ? tFillIn('copied') : t('copiedAgain'))
        noteUse.mutate({ promptId })
      } else if (outcome === 'empty') toastError(tFillIn('copyEmpty'))
      else if (outcome === 'failed') toastError(tFillIn('copyFailed'))
      else onGaps()
      return outcome
    } catch (error) {
      toastError(errorText(error as Error))
      return 'failed'
    }
  }
}
