import { Editor as TipTap, Extension } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { send, type Editor } from './page.ts'
import { shortened } from './prosemirror.ts'

const sending = Extension.create({
  name: 'sending',
  priority: 1000,
  addKeyboardShortcuts: () => ({ Enter: send }),
  addProseMirrorPlugins: () => [shortened],
})

export function mount(place: HTMLElement): Editor {
  const editor = new TipTap({ element: place, extensions: [StarterKit, sending], injectCSS: false })
  editor.commands.focus()
  return {
    read: () => {
      const lines: string[] = []
      editor.state.doc.forEach((block) => {
        const marks = new Set<string>()
        block.descendants((node) => node.marks.forEach((mark) => marks.add(mark.type.name)))
        const what = [block.type.name, ...marks].filter((each) => each !== 'paragraph').join(' ')
        lines.push((what && `[${what}] `) + block.textBetween(0, block.content.size, '\n', '\n'))
      })
      return lines.join('\n')
    },
    write: (text) => {
      const content = text.split('\n').map((line) => ({
        type: 'paragraph',
        content: line === '' ? [] : [{ type: 'text', text: line }],
      }))
      editor.chain().setMeta('addToHistory', false).setContent({ type: 'doc', content }).run()
      editor.commands.focus('end')
    },
  }
}
