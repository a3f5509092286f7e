import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

const file = new URL('../../fixtures/prompts.csv', import.meta.url)

/** All prompts of a public collection. */
export function readPrompts(): string[] {
  const rows: { prompt: string }[] = parse(readFileSync(file), { columns: true })
  return rows.map(({ prompt }) => prompt)
}

/** Texts that editors are known to change. */
export const difficultTexts: Record<string, string> = {
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
}

export const longText = lines(4000)

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) =>
    index % 5 === 3 ? '' : `${index}:\tuse  <b>${index}</b> & more`,
  ).join('\n')
}
