/**
 * What is selected of a prompt's text, with the values in it: of itself a browser copies nothing of
 * what was typed into fields. `textOf`: what takes the place of a variable.
 */
export function selectedText(selection: Selection, textOf: (name: string) => string): string {
  if (selection.rangeCount === 0) return ''
  const part = selection.getRangeAt(0).cloneContents()
  for (const line of part.querySelectorAll('[data-gone]')) line.remove()
  for (const element of part.querySelectorAll<HTMLElement>('[data-variable]')) {
    element.replaceWith(textOf(element.dataset.variable ?? ''))
  }
  // Within one line these are pieces of it; over several, one element for each line.
  const isOneLine = !part.querySelector('div')
  return [...part.childNodes].map((node) => node.textContent).join(isOneLine ? '' : '\n')
}
