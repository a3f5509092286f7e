import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growthOf, linear } from '#tests/support/growth.ts'
import { parseBlocks, parseInline, splitBlocks, withPlainLineEnds } from './split-blocks.ts'

const pieces = fc.constantFrom(
  ...(
    'a¦b c¦\n¦\n\n¦\r\n¦ ¦    ¦\t¦- ¦* ¦+¦1. ¦2) ¦# ¦## ¦> ¦```¦~~~\n¦---¦===¦|¦|-|\n¦' +
    '`¦**¦[a](b)¦[a]: b¦<b>¦\\¦\0'
  ).split('¦'),
)
const markdown = fc.array(pieces, { maxLength: 60 }).map((all) => all.join(''))

/** Returns the content of each block of a text. */
function shown(blocks: readonly string[]) {
  return blocks.flatMap((block) =>
    (parseBlocks(block) ?? []).map(({ type, content, hidden }) => ({ type, content, hidden })),
  )
}

test('Splitting a text into blocks changes none of them', () => {
  fc.assert(
    fc.property(markdown, (raw) => {
      const text = withPlainLineEnds(raw)
      const blocks = splitBlocks(text)
      if (blocks.length > 0) expect(blocks.join('')).toBe(text)
      expect(shown(blocks)).toEqual(shown([text]))
    }),
    { numRuns: 5_000 },
  )
})

test('A text that arrives in pieces has the same blocks as a complete one', () => {
  fc.assert(
    fc.property(fc.array(markdown, { maxLength: 6 }), (parts) => {
      let text = ''
      let blocks: string[] = []
      for (const part of parts.flatMap((part) => Array.from(part))) {
        text += part
        blocks = splitBlocks(withPlainLineEnds(text), blocks)
      }
      expect(blocks).toEqual(splitBlocks(withPlainLineEnds(text)))
    }),
    { numRuns: 1_000 },
  )
})

const hostile = [
  '> ',
  '- ',
  '- a\n',
  '1. a\n  - b\n',
  'a|b\n-|-\n',
  '> > > a\n',
  '```\n',
  '# a\n',
  '|a',
]

test.each(hostile)('%j takes time in proportion to its length', (piece) => {
  const split = (length: number) => splitBlocks(piece.repeat(length / piece.length))
  expect(growthOf(split, 20_000)).toBeLessThan(linear)
})

test('A paragraph contains only text, code, emphasis, links and line breaks', () => {
  const known = ['text', 'text_special', 'code_inline', 'softbreak', 'hardbreak']
  const paired = ['strong', 'em', 's', 'link'].flatMap((one) => [`${one}_open`, `${one}_close`])
  const inline = fc.constantFrom(
    ...(
      'a¦*¦**¦_¦~~¦`¦[¦](¦)¦!¦<b>¦</b>¦<http://a.b>¦&lt;¦<script>¦javascript:x¦onerror=¦' +
      '\\¦\n¦  \n¦"¦\'¦<!--¦&#0;'
    ).split('¦'),
  )
  fc.assert(
    fc.property(fc.array(inline, { maxLength: 40 }), (all) => {
      for (const { type } of parseInline(all.join('')))
        expect([...known, ...paired]).toContain(type)
    }),
    { numRuns: 5_000 },
  )
})
