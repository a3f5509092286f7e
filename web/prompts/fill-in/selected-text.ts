/**
 * What is selected of a prompt's text, with the values in it: of itself a browser copies nothing of
 * what was typed into fields.
 */
export function selectedText(selection: Selection, values: ReadonlyMap<string, string>): string {
  if (selection.rangeCount === 0) return ''
  const part = selection.getRangeAt(0).cloneContents()
  for (const element of part.querySelectorAll<HTMLElement>('[data-variable]')) {
    const name = element.dataset.variable ?? ''
    element.replaceWith(values.get(name) || `{${name}}`)
  }
  // Within one line these are pieces of it; over several, one element for each line.
  const isOneLine = !part.querySelector('div')
  return [...part.childNodes].map((node) => node.textContent).join(isOneLine ? '' : '\n')
}
