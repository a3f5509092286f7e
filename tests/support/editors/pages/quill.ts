import Quill from 'quill'
import 'quill/dist/quill.core.css'
import { limit, send, type Editor } from './page.ts'

export function mount(place: HTMLElement): Editor {
  const keyboard = { bindings: { send: { key: 'Enter', handler: () => !send() } } }
  const quill = new Quill(place, { modules: { keyboard } })
  quill.on('text-change', () => {
    if (quill.getLength() - 1 > limit) quill.deleteText(limit, quill.getLength())
  })
  quill.focus()
  return {
    read: () => {
      const { ops } = quill.getContents()
      const formats = ops.map(
        ({ attributes }) => attributes && `[${Object.keys(attributes).join(' ')}]`,
      )
      return formats.join('') + quill.getText().replace(/\n$/, '')
    },
    write: (text) => {
      quill.setText(text)
      quill.history.clear()
      quill.focus()
      quill.setSelection(text.length)
    },
  }
}
