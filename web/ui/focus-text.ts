/**
 * Focuses a heading, which is focusable only until it loses the focus. Otherwise, screen readers would announce it as
 * clickable.
 */
export function focusText(element: HTMLElement | null | undefined): void {
  if (!element) return
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
}
