import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { limit, send, type Editor } from './page.ts'

export function mount(place: HTMLElement): Editor {
  const keys = keymap.of([{ key: 'Enter', run: send }, ...historyKeymap, ...defaultKeymap])
  const shortened = EditorState.transactionFilter.of((change) => {
    const { length } = change.newDoc
    if (length <= limit) return change
    return [change, { changes: { from: limit, to: length }, sequential: true }]
  })
  const extensions = [keys, history(), shortened, placeholder('Ask something')]
  const view = new EditorView({ parent: place, state: EditorState.create({ extensions }) })
  view.focus()
  return {
    read: () => view.state.doc.toString(),
    write: (doc) => {
      view.setState(EditorState.create({ doc, extensions, selection: { anchor: doc.length } }))
      view.focus()
    },
  }
}
