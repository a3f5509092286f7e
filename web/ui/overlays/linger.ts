import { useEffect, useState } from 'react'

/** How long a closing animation takes, in milliseconds (spec §9). */
export const closeDuration = 220

/** The value, and for a while after it has gone the last one, so that it can be seen to go. */
export function useLingering<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  useEffect(() => {
    if (value !== undefined) return
    const timer = setTimeout(() => setLast(undefined), closeDuration)
    return () => clearTimeout(timer)
  }, [value])
  return value ?? last
}

/** Whether some time has passed, in milliseconds, since this first showed. */
export function useIsLate(after: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), after)
    return () => clearTimeout(timer)
  }, [after])
  return isLate
}
