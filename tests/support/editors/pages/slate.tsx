import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { createEditor, Editor as SlateEditor, Node, Transforms } from 'slate'
import { withHistory } from 'slate-history'
import { Editable, ReactEditor, Slate, withReact } from 'slate-react'
import { limit, send, type Editor } from './page.ts'

export function mount(place: HTMLElement): Editor {
  const editor = withHistory(withReact(createEditor()))
  editor.insertTextData = (contents) => {
    const lines = contents.getData('text/plain').slice(0, limit).split('\n')
    lines.forEach((line, index) => {
      if (index > 0) Transforms.splitNodes(editor, { always: true })
      editor.insertText(line)
    })
    return true
  }
  const empty = [{ type: 'paragraph', children: [{ text: '' }] }]
  flushSync(() =>
    createRoot(place).render(
      <Slate editor={editor} initialValue={empty}>
        <Editable
          placeholder="Ask something"
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            send()
          }}
        />
      </Slate>,
    ),
  )
  ReactEditor.focus(editor)
  return {
    read: () => editor.children.map((node) => Node.string(node)).join('\n'),
    write: (text) => {
      const lines = text
        .split('\n')
        .map((line) => ({ type: 'paragraph', children: [{ text: line }] }))
      flushSync(() => {
        SlateEditor.withoutNormalizing(editor, () => {
          Transforms.delete(editor, { at: SlateEditor.range(editor, []) })
          Transforms.insertNodes(editor, lines, { at: [0] })
          Transforms.removeNodes(editor, { at: [lines.length] })
        })
        editor.history = { undos: [], redos: [] }
        Transforms.select(editor, SlateEditor.end(editor, []))
      })
      ReactEditor.focus(editor)
    },
  }
}
