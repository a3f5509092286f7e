import { collect } from '#contract/transfer/formats/collect.ts'
import type { Format, TextFile } from '#contract/transfer/formats/format.ts'
import { isFields, listOf, textIn, type Fields } from '#contract/transfer/markdown/shapes.ts'
import { jsonOf, looksLikeJson } from '#contract/transfer/formats/json/read-json.ts'

/** `Export Snippets`: a list of `name`, `text` and `keyword`. Its shared prompts have `title` and `prompt`. */
export const raycast: Format = {
  id: 'raycast',
  detect: (files) =>
    files.filter((file) => looksLikeJson(file) && snippetsOf(file).some((one) => isSnippet(one))),
  read(files, options) {
    const { add, report, result } = collect('raycast', options)
    for (const file of files) {
      for (const snippet of snippetsOf(file)) {
        if (!isSnippet(snippet)) {
          report('entry_invalid', file.path)
          continue
        }
        add({
          file: file.path,
          name: textIn(snippet, 'name', 'title'),
          command: textIn(snippet, 'keyword'),
          text: toText(textIn(snippet, 'text', 'prompt') ?? ''),
          notes: textIn(snippet, 'keyword', 'description'),
          settings: [{ name: 'date', kind: 'date' }],
        })
      }
    }
    return result()
  },
}

function snippetsOf(file: TextFile): unknown[] {
  const value = jsonOf(file)
  return isFields(value) ? [value] : listOf(value)
}

function isSnippet(value: unknown): value is Fields {
  if (!isFields(value)) return false
  return (
    textIn(value, 'name', 'title') !== undefined && textIn(value, 'text', 'prompt') !== undefined
  )
}

/** Removes the cursor mark, and reduces a date with a format to a plain one. */
function toText(text: string): string {
  return text.replaceAll('{cursor}', '').replaceAll(/\{date [^{}]*\}/g, '{date}')
}
