/**
 * Returns the selected part of a prompt's text, including the values: browsers do not copy text typed into fields.
 * `textOf`: the text of a variable.
 */
export function selectedText(selection: Selection, textOf: (name: string) => string): string {
  if (selection.rangeCount === 0) return ''
  const part = selection.getRangeAt(0).cloneContents()
  for (const line of part.querySelectorAll('[data-gone]')) line.remove()
  for (const element of part.querySelectorAll<HTMLElement>('[data-variable]')) {
    element.replaceWith(textOf(element.dataset.variable ?? ''))
  }
  // Within one line, the children are pieces of it; across lines, there is one element per line.
  const isOneLine = !part.querySelector('div')
  return [...part.childNodes].map((node) => node.textContent).join(isOneLine ? '' : '\n')
}
