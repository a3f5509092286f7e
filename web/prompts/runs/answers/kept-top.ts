import { useLayoutEffect, type RefObject } from 'react'

/** Keeps the top edge of an area's dialog in place when the area appears, so that the dialog only grows downwards. */
export function useKeptTop(area: RefObject<HTMLElement | null>, isShown: boolean) {
  useLayoutEffect(() => {
    const element = area.current
    const dialog = element?.closest('dialog')
    if (!isShown || !element || !dialog) return
    element.toggleAttribute('hidden', true)
    const { top, height } = dialog.getBoundingClientRect()
    element.toggleAttribute('hidden', false)
    // Not open yet: its first height includes the area.
    if (height === 0) return
    // Relative to the window height, which may change.
    dialog.style.setProperty('--top', `${(top / innerHeight) * 100}dvh`)
    dialog.style.setProperty('--height', `${height}px`)
    dialog.dataset['grows'] = ''
    return () => {
      delete dialog.dataset['grows']
    }
  }, [area, isShown])
}
