import { useEffect, useState } from 'react'
import { listen } from '#web/ui/listen.ts'

/** In milliseconds: longer than the second click of a double click takes. */
const momentMs = 600

/**
 * Whether the window has been in front for a moment. Until then, a press may have been meant for another window: one that
 * has lain over this one, and was closed between two clicks by the site that opened both.
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
