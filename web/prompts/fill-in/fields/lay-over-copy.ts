/** Of `.typed`: what is between the edge of a line and the value on it. */
const padding = 2

/**
 * Lays a field over the whole line of text that its copy is in, indented to where the copy begins: it has the same
 * width and font, so its lines break where those of the copy do.
 */
export function layOverCopy(field: HTMLTextAreaElement, copy: HTMLElement | null): void {
  const line = copy?.closest('div')
  const boxes = copy?.getClientRects()
  const first = boxes?.[0]
  const last = boxes?.[boxes.length - 1]
  if (!line || !first || !last) return
  const { direction, lineHeight } = getComputedStyle(line)
  const edges = line.getBoundingClientRect()
  const leading = Number.parseFloat(lineHeight) - first.height
  const indent = direction === 'rtl' ? edges.right - first.right : first.left - edges.left
  // Browsers put the smaller half, in whole pixels, above the letters.
  field.style.top = `${first.top - edges.top - Math.floor(leading / 2)}px`
  field.style.height = `${last.bottom - first.top + leading}px`
  field.style.textIndent = `${indent - padding}px`
  field.style.direction = direction
  field.scrollTop = 0
}
