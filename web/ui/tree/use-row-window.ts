import { useLayoutEffect, useState, type RefObject } from 'react'

/** Rows kept above and below what is seen, so that a fast scroll finds them there. */
const spareRows = 12

/**
 * Which rows of a long list are near what is seen of it: from the first number up to, not including, the second.
 * The list scrolls within the nearest ancestor that has `data-scrolls`, or within itself.
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
      const first = Math.floor(above / rowHeight / 4) * 4 - spareRows
      const next = {
        from: first,
        end: first + Math.ceil(box.height / rowHeight) + 2 * spareRows + 4,
      }
      setSeen((last) => (last.from === next.from && last.end === next.end ? last : next))
    }
    measure()
    scroller.addEventListener('scroll', measure, { passive: true })
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
