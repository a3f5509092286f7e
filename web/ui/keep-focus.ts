import { useEffect, type RefObject } from 'react'
import { focusText } from './focus-text.ts'

/**
 * Keeps the focus in a part of the screen when the focused element is removed: it moves to the row that takes its
 * place, to the last row, or, if there is none, to the part's heading. Otherwise, the next Tab would begin at the top
 * of the page.
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = part.current
    if (!element) return
    let last: { target: Element; list: Element | null | undefined; at: number } | undefined
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      const row = [...element.querySelectorAll('li')].find((one) => one.contains(target))
      const list = row?.parentElement
      last = { target, list, at: row && list ? [...list.children].indexOf(row) : 0 }
    }
    const removals = new MutationObserver(() => {
      if (!last || last.target.isConnected || document.activeElement !== document.body) return
      const rows = last.list?.isConnected ? last.list.children : []
      const button = rows[Math.min(last.at, rows.length - 1)]?.querySelector('button')
      if (button) button.focus()
      else focusText(element.querySelector<HTMLElement>('h3'))
    })
    // After a click elsewhere, a later removal does not move the focus.
    const forget = () => (last = undefined)
    element.addEventListener('focusin', remember)
    addEventListener('pointerdown', forget, { capture: true })
    removals.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', remember)
      removeEventListener('pointerdown', forget, { capture: true })
      removals.disconnect()
    }
  }, [part])
}
