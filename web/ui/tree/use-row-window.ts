import { useLayoutEffect, useState, type RefObject } from 'react'

/** Rows rendered above and below the viewport, for fast scrolling. */
const overscanRows = 12

/**
 * Returns the range of a long list's rows near the viewport: from the first index up to, but excluding, the
 * second. The list scrolls within the nearest ancestor that has `data-scrolls`, or within itself.
 */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): [from: number, end: number] {
  const [{ from, end }, setSeen] = useState({ from: 0, end: 40 })
  useLayoutEffect(() => {
    const element = list.current
    const scroller = element?.closest<HTMLElement>('[data-scrolls]')
    if (!element || !scroller) return
    const measure = () => {
      const box = scroller.getBoundingClientRect()
      const above = box.top - element.getBoundingClientRect().top
      // In steps, so that most scrolling renders nothing.
      const first = Math.floor(above / rowHeight / 4) * 4 - overscanRows
      const next = {
        from: first,
        end: first + Math.ceil(box.height / rowHeight) + 2 * overscanRows + 4,
      }
      setSeen((last) => (last.from === next.from && last.end === next.end ? last : next))
    }
    scroller.addEventListener('scroll', measure, { passive: true })
    // Measures at once, too, but after the browser's own layout.
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    observer.observe(element)
    return () => {
      scroller.removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [list, rowHeight])
  return [Math.max(0, Math.min(from, count)), Math.max(0, Math.min(end, count))]
}
