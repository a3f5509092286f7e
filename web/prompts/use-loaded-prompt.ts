import { useEffect, useEffectEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Prompt } from '#contract/library/prompts.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { toastError } from '#web/ui/overlays/toast.ts'
import { promptQuery } from './get-prompt.ts'

/** In milliseconds. */
const retryInterval = 5_000

/**
 * Loads a dialog's prompt when the dialog opens. While the server cannot be reached, the dialog stays open, and loading
 * is retried. Another failure shows a toast and closes the dialog; once the prompt has loaded, a failed refetch
 * leaves it open. `reportsMissing`: the dialog itself reports a missing prompt.
 */
export function useLoadedPrompt(
  promptId: string,
  onFail: () => void,
  { reportsMissing = false } = {},
): { prompt: Prompt | undefined; isMissing: boolean; isUnreachable: boolean } {
  const errorText = useErrorText()
  const { data, error, failureReason, errorUpdateCount } = useQuery({
    ...promptQuery(promptId),
    refetchInterval: ({ state }) =>
      !state.data && isUnreachableError(state.error) ? retryInterval : false,
  })
  const isMissing =
    reportsMissing && !data && error instanceof ApiError && error.code === 'not_found'
  const fail = useEffectEvent((failure: Error) => {
    toastError(errorText(failure))
    onFail()
  })
  useEffect(() => {
    if (error && !data && !isMissing && !isUnreachableError(error)) fail(error)
  }, [error, data, isMissing])
  // A new attempt clears the error.
  const hasFailed = isUnreachableError(failureReason) || errorUpdateCount > 0
  return { prompt: data, isMissing, isUnreachable: !data && !isMissing && hasFailed }
}

function isUnreachableError(error: Error | null): boolean {
  return error instanceof ApiError && error.isUnreachable
}
