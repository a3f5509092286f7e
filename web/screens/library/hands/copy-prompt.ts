import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { shelfCalls } from '#contract/shelf.ts'
import { fillIn } from '#contract/variables/fill-in.ts'
import { languages } from '#languages/languages.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { useLanguage } from '#web/messages/messages-provider.tsx'
import { promptQuery } from '#web/prompts/get-prompt.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'

/** Copies a prompt without variables, whose text is fetched first. */
export function useCopyPrompt() {
  const t = useTranslations('prompt.fillIn')
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const { mutate: noteUse } = useCall(shelfCalls.notePromptUse, { changes: ['uses'] })
  const { locale } = languages[useLanguage()]

  const load = async (promptId: string) => {
    const { prompt, variables } = await queryClient.fetchQuery(promptQuery(promptId))
    return fillIn(prompt, new Map(), variables, { locale, today: '' })
  }
  return async (promptId: string): Promise<void> => {
    try {
      const text = load(promptId)
      if (!(await copyComing(text))) {
        const loaded = await text
        if (loaded.trim() === '') return toastError(t('copyEmpty'))
        if (!(await copyText(loaded))) return toastError(t('copyFailed'))
      }
      toastSuccess(t('copied'))
      noteUse({ promptId })
    } catch (error) {
      toastError(errorText(error as Error))
    }
  }
}

/** Some browsers copy in answer to a press only, and not what comes a moment later: they are promised it at once. */
async function copyComing(text: Promise<string>): Promise<boolean> {
  if (!('ClipboardItem' in globalThis) || !navigator.clipboard?.write) return false
  const blob = text.then((loaded) => {
    if (loaded.trim() === '') throw new Error('There is nothing to copy.')
    return new Blob([loaded], { type: 'text/plain' })
  })
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    return true
  } catch {
    return false
  }
}
