import { useEffect, type RefObject } from 'react'
import { listen } from '#web/ui/listen.ts'

/**
 * Sets `--keyboard` to the height that a phone's keyboard covers. Safari only: other browsers resize the page, as
 * its viewport requests.
 */
export function useKeyboardRoom(area: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const screen = window.visualViewport
    if (!screen) return
    const measure = () => {
      const covered = innerHeight - screen.height - screen.offsetTop
      const isMagnified = screen.scale !== 1
      const room = isMagnified ? 0 : Math.max(0, Math.round(covered))
      area.current?.style.setProperty('--keyboard', `${room}px`)
    }
    return listen(screen, ['resize', 'scroll'], measure)
  }, [area])
}
