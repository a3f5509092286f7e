import { useEffect, useEffectEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Prompt } from '#contract/prompts.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { toastError } from '#web/ui/overlays/toast.ts'
import { promptQuery } from './get-prompt.ts'

/**
 * Loads a dialog's prompt when the dialog opens. A failure shows a toast and closes the dialog; once the prompt
 * has loaded, a failed refetch leaves it open. `saysMissing`: the dialog itself reports a missing prompt.
 */
export function useLoadedPrompt(
  promptId: string,
  onFail: () => void,
  { saysMissing = false } = {},
): { prompt: Prompt | undefined; isMissing: boolean } {
  const errorText = useErrorText()
  const { data, error } = useQuery(promptQuery(promptId))
  const isMissing = saysMissing && !data && error instanceof ApiError && error.code === 'not_found'
  const fail = useEffectEvent((failure: Error) => {
    toastError(errorText(failure))
    onFail()
  })
  useEffect(() => {
    if (error && !data && !isMissing) fail(error)
  }, [error, data, isMissing])
  return { prompt: data, isMissing }
}
