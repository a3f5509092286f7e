import { textIn } from '#contract/transfer/markdown/shapes.ts'
import { listFormat } from './list-format.ts'

/** `Export Snippets`: a list of `name`, `text` and `keyword`. Its shared prompts have `title` and `prompt`. */
export const raycast = listFormat('raycast', {
  isEntry: (snippet) =>
    textIn(snippet, 'name', 'title') !== undefined &&
    textIn(snippet, 'text', 'prompt') !== undefined,
  read(snippets, file, { add }) {
    for (const snippet of snippets) {
      add({
        file: file.path,
        name: textIn(snippet, 'name', 'title'),
        command: textIn(snippet, 'keyword'),
        text: toText(textIn(snippet, 'text', 'prompt') ?? ''),
        notes: textIn(snippet, 'keyword', 'description'),
        settings: [{ name: 'date', kind: 'date' }],
      })
    }
  },
})

/** Removes the cursor mark, and reduces a date with a format to a plain one. */
function toText(text: string): string {
  return text.replaceAll('{cursor}', '').replaceAll(/\{date [^{}]*\}/g, '{date}')
}
