/** Focuses a heading. It is focusable only then: otherwise screen readers would call it clickable. */
export function focusText(element: HTMLElement | null | undefined): void {
  if (!element) return
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
}
