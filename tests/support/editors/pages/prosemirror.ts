import { baseKeymap } from '@tiptap/pm/commands'
import { history, redo, undo } from '@tiptap/pm/history'
import { keymap } from '@tiptap/pm/keymap'
import { Schema } from '@tiptap/pm/model'
import { EditorState, Plugin, Selection } from '@tiptap/pm/state'
import { EditorView } from '@tiptap/pm/view'
import { excess, send, type Editor } from './page.ts'

const schema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: { content: 'text*', toDOM: () => ['p', 0], parseDOM: [{ tag: 'p' }] },
    text: {},
  },
})

export const shortened = new Plugin({
  appendTransaction: (_transactions, _before, { doc, selection: { head }, tr }) => {
    const length = excess(doc.textContent.length)
    return length > 0 ? tr.delete(head - length, head) : null
  },
})

export function mount(place: HTMLElement): Editor {
  const keys = {
    Enter: send,
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Enter': baseKeymap['Enter'] ?? send,
  }
  const plugins = [keymap(keys), keymap(baseKeymap), history(), shortened]
  const view = new EditorView(place, { state: EditorState.create({ schema, plugins }) })
  view.focus()
  return {
    read: () => view.state.doc.textBetween(0, view.state.doc.content.size, '\n'),
    write: (text) => {
      const paragraphs = text
        .split('\n')
        .map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line)]))
      const doc = schema.node('doc', null, paragraphs)
      view.updateState(EditorState.create({ doc, plugins, selection: Selection.atEnd(doc) }))
      view.focus()
    },
  }
}
