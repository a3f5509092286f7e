import { useEffect, useEffectEvent } from 'react'
import { useErrorText } from '#web/messages/error-text.ts'
import { toastError } from '#web/ui/overlays/toast.ts'

/** Tells in a toast why something did not load (spec §8). */
export function useErrorToast(error: Error | null): void {
  const errorText = useErrorText()
  const tell = useEffectEvent((failure: Error) => toastError(errorText(failure)))
  useEffect(() => {
    if (error) tell(error)
  }, [error])
}
