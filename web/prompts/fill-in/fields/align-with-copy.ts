/** Space between the edge of a line and the value in it, as set by `.typed`. */
const padding = 2

/**
 * Aligns a field with the lines of text that contain its copy, indented to where the copy begins. Width and font
 * are the same, so the field breaks its lines where the copy does.
 */
export function alignWithCopy(field: HTMLTextAreaElement, copy: HTMLElement | null): void {
  const line = copy?.closest('div')
  const boxes = copy?.getClientRects()
  const first = boxes?.[0]
  const last = boxes?.[boxes.length - 1]
  if (!line || !first || !last) return
  const { direction, lineHeight } = getComputedStyle(line)
  const edges = line.getBoundingClientRect()
  const leading = Number.parseFloat(lineHeight) - first.height
  const indent = direction === 'rtl' ? edges.right - first.right : first.left - edges.left
  // Browsers round the leading above the letters down to whole pixels.
  field.style.top = `${first.top - edges.top - Math.floor(leading / 2)}px`
  field.style.height = `${last.bottom - first.top + leading}px`
  field.style.textIndent = `${indent - padding}px`
  field.style.direction = direction
  field.scrollTop = 0
}
