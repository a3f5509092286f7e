import { useEffect, useEffectEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Prompt } from '#contract/prompts.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { toastError } from '#web/ui/toast.ts'
import { promptQuery } from './get-prompt.ts'

/**
 * A dialog's prompt, loaded when it opens. A failure is told in a toast, and closes it (spec §8); once the
 * prompt is there, what has been typed into the dialog stays.
 */
export function useLoadedPrompt(promptId: string, onFail: () => void): Prompt | undefined {
  const errorText = useErrorText()
  const { data, error } = useQuery(promptQuery(promptId))
  const fail = useEffectEvent((failure: Error) => {
    toastError(errorText(failure))
    onFail()
  })
  useEffect(() => {
    if (error && !data) fail(error)
  }, [error, data])
  return data
}
