import { useEffect, useEffectEvent } from 'react'
import { useErrorText } from '#web/api/error-text.ts'
import { toastError } from '#web/ui/overlays/toast.ts'

/** Shows the reason for a loading failure in a toast. */
export function useErrorToast(error: Error | null): void {
  const errorText = useErrorText()
  const showError = useEffectEvent((failure: Error) => toastError(errorText(failure)))
  useEffect(() => {
    if (error) showError(error)
  }, [error])
}
