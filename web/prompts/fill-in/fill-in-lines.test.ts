import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fillIn, textOf } from '#contract/variables/fill-in.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { variableNames } from '#contract/variables/variables.ts'
import { canOmitLines, omittedLines, toFillInLines } from './fill-in-lines.ts'

const body = fc
  .array(
    fc.oneof(
      fc.constantFrom('\n', '\n\n', '\n{a}\n', '{a}', '{ a }', '{<b>b</b>}', '{', '}'),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''))

it('shows the text of every prompt unchanged, line by line', () => {
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

it('provides a field only at the first occurrence of each variable', () => {
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

const kind = fc.record({
  name: fc.constantFrom('a', 'b'),
  kind: fc.constantFrom('text', 'switch', 'literal', 'choice'),
  whenEmpty: fc.constantFrom('braces', 'nothing'),
  on: fc.constantFrom('', 'on', ' '),
})
const valuesOfAB = fc.record({
  a: fc.constantFrom('', ' ', 'x', 'on'),
  b: fc.constantFrom('', 'y', 'on'),
})

it('shows exactly the lines that are copied, for any kinds and values', () => {
  fc.assert(
    fc.property(
      body,
      fc.array(kind, { maxLength: 2 }),
      valuesOfAB,
      (prompt, variables: VariableSetting[], given) => {
        const settings = new Map(variables.map((setting) => [setting.name, setting]))
        const values = new Map(Object.entries(given))
        const textOfName = (name: string) => textOf(settings.get(name), values.get(name))
        const lines = toFillInLines(prompt, settings)
        const omitted = omittedLines(lines, textOfName)
        expect(omitted.length > 0 && !canOmitLines(lines)).toBe(false)
        const shown = lines
          .filter(({ from }) => !omitted.includes(from))
          .map(({ pieces }) =>
            pieces.map((piece) =>
              piece.kind === 'text' ? piece.text : (textOfName(piece.name) ?? `{${piece.name}}`),
            ),
          )
          .map((line) => line.join(''))
          .join('\n')
        const copied = fillIn(prompt, values, variables)
        // Braces of an empty variable are copied with the white space inside them.
        expect(tidyBraces(shown)).toBe(tidyBraces(copied))
      },
    ),
  )
})

function tidyBraces(text: string): string {
  return text.replaceAll(
    /\{([^{}]*)\}/g,
    (_, inside: string) => `{${inside.trim().replaceAll(/\s+/g, ' ')}}`,
  )
}
