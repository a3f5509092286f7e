import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

/** The editors of `pages/main.ts`. */
export const editors = [
  'input',
  'textarea',
  'react-input',
  'react-textarea',
  'editable',
  'editable-collapsing',
  'plaintext-only',
  'prosemirror',
  'tiptap',
  'quill',
  'codemirror',
  'lexical',
  'slate',
]

/** What an editor contains before, what is inserted at its end, and what it should show then. */
type Case = { what: string; before: string; text: string; shown: string }

/** Texts that editors are known to change, and real prompts. */
export function casesFor(editor: string): Case[] {
  const filled = /input|collapsing/.test(editor) ? 'Before: ' : 'Before:  \n\n '
  return Object.entries({ ...difficultTexts, ...somePrompts() }).map(([what, text], index) => {
    const before = index % 2 === 0 ? filled : ''
    const shown = shownBy(editor, before + text.replaceAll('\r\n', '\n'))
    return { what, before, text, shown }
  })
}

/** A text as an editor shows it: some have a single line, and some collapse white space within lines. */
export function shownBy(editor: string, text: string): string {
  if (editor.endsWith('input')) return text.replaceAll('\n', ' ')
  if (editor !== 'editable-collapsing') return text
  return text.replaceAll(/[^\S\n]+/g, ' ').replaceAll(/^ | $/gm, '')
}

const file = new URL('../../fixtures/prompts.csv', import.meta.url)

/** A few prompts of a public collection. */
function somePrompts(): Record<string, string> {
  const rows: { act: string; prompt: string }[] = parse(readFileSync(file), { columns: true })
  const some = rows.filter((_row, index) => index % 400 === 7)
  return Object.fromEntries(some.map(({ act, prompt }) => [act, prompt]))
}

/** Texts that editors are known to change. */
const difficultTexts: Record<string, string> = {
  'a line': 'Write a poem.',
  'blank lines': 'One\n\nTwo\n\n\nThree',
  'tabs and spaces': '\tIndented\n    by four\ntwo  spaces\tand a tab  ',
  tags: '<b>bold</b> & <script>alert(1)</script>\n&lt;br&gt; <br> </p>',
  emoji: 'Family 👩‍👩‍👧‍👦, flag 🇩🇪, tone 👍🏿 and\nü = u\u0308',
  'right-to-left': 'שלום עולם\nمرحبا بالعالم, 123\nHello שלום!',
  'a final newline': 'Hello\n',
  'a first newline': '\nHello',
  'lines of Windows': 'One\r\nTwo\r\n\r\nThree',
  'shorthands of Markdown':
    '# Title\n- item\n1. **bold** `code` *it*\n> quote\n```js\nlet x\n```\n---',
  'a shorthand at the end': 'This is **bold**',
  'a shorthand alone': '- ',
  'variables and mentions': '{name} @someone #topic /command :smile: ${x} [[link]](url)',
  'a long line': 'Lorem ipsum dolor sit amet. '.repeat(400) + 'End.',
  '300 lines': lines(300),
  '4,000 lines': lines(4000),
}

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) =>
    index % 5 === 3 ? '' : `${index}:\tuse  <b>${index}</b> & more`,
  ).join('\n')
}
