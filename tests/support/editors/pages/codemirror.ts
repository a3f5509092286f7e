import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { send, type Editor } from './page.ts'

export function mount(place: HTMLElement): Editor {
  const keys = keymap.of([{ key: 'Enter', run: send }, ...historyKeymap, ...defaultKeymap])
  const extensions = [keys, history(), placeholder('Ask something')]
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
