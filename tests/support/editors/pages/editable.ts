import type { Editor } from './page.ts'

/** An editable element without an editor. Some collapse spaces and tabs, as every element does by default. */
export function mount(place: HTMLElement, name: string): Editor {
  const element = document.createElement('div')
  element.contentEditable = name === 'plaintext-only' ? 'plaintext-only' : 'true'
  const collapses = name === 'editable-collapsing'
  element.className = collapses ? '' : 'pre-wrap'
  place.append(element)
  element.focus()
  return {
    read: () => (name === 'plaintext-only' ? element.textContent : element.innerText),
    write: (text) => {
      // As if typed: a space at the end stays visible.
      element.textContent = collapses ? text.replace(/ $/, '\u00A0') : text
      element.focus()
      getSelection()?.selectAllChildren(element)
      getSelection()?.collapseToEnd()
    },
  }
}
