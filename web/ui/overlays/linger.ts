import { useEffect, useState } from 'react'

/** Duration of the closing animation, in milliseconds. */
const closeDuration = 220

/** Returns the value, or the last one while its closing animation runs. */
export function useLingering<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  useEffect(() => {
    if (value !== undefined) return
    // With reduced motion, there is no animation to wait for.
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const timer = setTimeout(() => setLast(undefined), isStill ? 0 : closeDuration)
    return () => clearTimeout(timer)
  }, [value])
  return value ?? last
}

/** The state of a dialog that is rendered while `isShown`; `opening` as its key resets it each time it opens. */
export function useDialog(isOpenAtFirst = () => false) {
  const [{ isOpen, opening }, setState] = useState(() => ({ isOpen: isOpenAtFirst(), opening: 0 }))
  return {
    isOpen,
    opening,
    isShown: useLingering(isOpen || undefined) === true,
    open: () => setState({ isOpen: true, opening: opening + 1 }),
    close: () => setState({ isOpen: false, opening }),
  }
}
