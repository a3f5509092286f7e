import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { limit, type Editor } from './page.ts'

/** A field whose value React sets at each change. */
export function mount(place: HTMLElement, name: string): Editor {
  const Control = name === 'react-input' ? 'input' : 'textarea'
  let text = ''
  let setText = (_text: string) => {}
  function Controlled() {
    const [value, setValue] = useState('')
    text = value
    setText = setValue
    return (
      <Control
        autoFocus
        value={value}
        onChange={({ target }) => setValue(target.value.slice(0, limit))}
      />
    )
  }
  flushSync(() => createRoot(place).render(<Controlled />))
  return {
    read: () => text,
    write: (next) => {
      flushSync(() => setText(next))
      const control = place.querySelector<HTMLInputElement>(Control)
      control?.focus()
      control?.setSelectionRange(next.length, next.length)
    },
  }
}
