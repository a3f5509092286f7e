import { createEmptyHistoryState, registerHistory } from '@lexical/history'
import { registerRichText } from '@lexical/rich-text'
import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $isElementNode,
  COMMAND_PRIORITY_HIGH,
  createEditor,
  KEY_ENTER_COMMAND,
  TextNode,
} from 'lexical'
import { limit, send, type Editor } from './page.ts'

export function mount(place: HTMLElement): Editor {
  const root = document.createElement('div')
  root.contentEditable = 'true'
  root.className = 'lexical'
  place.append(root)
  const editor = createEditor({
    onError: (error) => {
      throw error
    },
  })
  registerRichText(editor)
  editor.registerNodeTransform(TextNode, (node) => {
    const text = node.getTextContent()
    if (text.length > limit) node.setTextContent(text.slice(0, limit)).selectEnd()
  })
  registerHistory(editor, createEmptyHistoryState(), 300)
  editor.registerCommand(
    KEY_ENTER_COMMAND,
    (event) => {
      event?.preventDefault()
      return send()
    },
    COMMAND_PRIORITY_HIGH,
  )
  editor.setRootElement(root)
  editor.focus()
  return {
    read: () =>
      editor.getEditorState().read(() =>
        $getRoot()
          .getChildren()
          .map(
            (child) =>
              ($isElementNode(child) && child.getType() !== 'paragraph'
                ? `[${child.getType()}]`
                : '') + child.getTextContent(),
          )
          .join('\n'),
      ),
    write: (text) => {
      editor.update(
        () => {
          const paragraph = $createParagraphNode()
          text.split('\n').forEach((line, index) => {
            if (index > 0) paragraph.append($createLineBreakNode())
            if (line !== '') paragraph.append($createTextNode(line))
          })
          $getRoot().clear().append(paragraph)
          paragraph.selectEnd()
        },
        { discrete: true },
      )
      root.focus()
    },
  }
}
