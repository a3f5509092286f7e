import { useEffect, useEffectEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Prompt } from '#contract/prompts.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { toastError } from '#web/ui/overlays/toast.ts'
import { promptQuery } from './get-prompt.ts'

/**
 * A dialog's prompt, loaded when the dialog opens. A failure shows a toast and closes it; once the prompt has
 * loaded, a failed refetch leaves the dialog as it is. `saysMissing`: the dialog itself says that there is no
 * such prompt.
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
