import { useEffect, useState } from 'react'
import { listen } from '#web/ui/listen.ts'

/** In milliseconds. Longer than the interval of a double click. */
const momentMs = 600

/**
 * Whether the window has had the focus for a moment. Until then, a click may have been meant for another window that
 * covered this one, and that the site that opened both has closed between two clicks.
 */
export function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const begin = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setSeen(true), momentMs)
    }
    begin()
    const stop = listen(window, ['focus', 'blur'], ({ type }) => {
      setSeen(false)
      if (type === 'focus') begin()
      else clearTimeout(timer)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
  return isSeen
}
