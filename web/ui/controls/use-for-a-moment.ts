import { useEffect, useState } from 'react'

/** Whether a value has changed within the last two seconds; false while it is undefined. */
export function useForAMoment(value: unknown): boolean {
  const [passed, setPassed] = useState<unknown>()
  useEffect(() => {
    const timer = setTimeout(() => setPassed(value), 2000)
    return () => clearTimeout(timer)
  }, [value])
  return value !== undefined && value !== passed
}
