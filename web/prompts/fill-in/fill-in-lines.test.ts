import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fillIn } from '#contract/fill-in.ts'
import { variableNames } from '#contract/variables.ts'
import { toFillInLines } from './fill-in-lines.ts'

const body = fc
  .array(
    fc.oneof(fc.constantFrom('\n', '\n\n', '{a}', '{ a }', '{<b>b</b>}', '{', '}'), fc.string()),
  )
  .map((parts) => parts.join(''))

it('shows the text of every prompt as it is, line by line', () => {
  fc.assert(
    fc.property(body, (prompt) => {
      const shown = toFillInLines(prompt)
        .map(({ pieces }) => pieces.map((piece) => (piece.kind === 'text' ? piece.text : '#')))
        .map((line) => line.join(''))
        .join('\n')
      const filled = fillIn(prompt, new Map(variableNames(prompt).map((name) => [name, '#'])))
      expect(shown).toBe(filled)
    }),
  )
})

it('has each variable typed in one place, the first', () => {
  fc.assert(
    fc.property(body, (prompt) => {
      const typed = toFillInLines(prompt).flatMap(({ pieces }) =>
        pieces.flatMap((piece) => (piece.kind === 'variable' && piece.isFirst ? piece.name : [])),
      )
      expect(typed).toEqual(variableNames(prompt))
    }),
  )
})

it('identifies lines and pieces by their position', () => {
  fc.assert(
    fc.property(body, (prompt) => {
      const lines = toFillInLines(prompt)
      expect(new Set(lines.map((line) => line.from)).size).toBe(lines.length)
      const pieces = lines.flatMap((line) => line.pieces)
      expect(new Set(pieces.map((piece) => piece.from)).size).toBe(pieces.length)
    }),
  )
})
