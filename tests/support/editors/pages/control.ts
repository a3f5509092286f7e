import { limit, type Editor } from './page.ts'

export function mount(place: HTMLElement, name: string): Editor {
  const control = document.createElement(name === 'input' ? 'input' : 'textarea')
  if (limit < Infinity) control.maxLength = limit
  // The page knows what it was notified of.
  let text = ''
  control.addEventListener('input', () => {
    text = control.value
  })
  place.append(control)
  control.focus()
  return {
    read: () => text,
    write: (next) => {
      control.value = next
      text = control.value
      control.focus()
      control.setSelectionRange(next.length, next.length)
    },
  }
}
