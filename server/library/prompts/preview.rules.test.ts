import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitPreview } from '#contract/library/preview.ts'
import { parse, toPlainText, toStoredForm } from '#contract/variables/variables.ts'
import { toPreview } from '#server/library/prompts/preview.rules.ts'
import { growthOf, linear } from '#tests/support/growth.ts'

const bodies = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{name}',
        '{',
        '}',
        '\n',
        '😀',
        'word ',
        '{<b>long variable name</b>}',
        '{{x}}',
      ),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.string({ minLength: 250, maxLength: 400 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => toStoredForm(parts.join('')))

describe('The preview of a body', () => {
  test('is a part of a body that has no gaps, up to the end of a short one', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const preview = toPreview(body)
        expect(body).toContain(preview)
        const isShort = toPlainText(body).length <= 280 && body.split('\n').length <= 8
        if (isShort) expect(body.endsWith(preview)).toBe(true)
      }),
    )
  })

  test.each([
    ['---\nname: x\ntools: y\n---\nSort the list.', 'Sort the list.'],
    ['---\nA line between rules\n---\nSort.', '---\nA line between rules\n---\nSort.'],
    ['{\n  "role": "editor"\n}', '"role": "editor"\n}'],
    ['[\n{\n"a": 1', '"a": 1'],
    ['# Launch  \n\nAnnounce {<b>it</b>}.', 'Announce {<b>it</b>}.'],
    ['Launch:\nText', 'Text'],
    ['# Another heading\nText', '# Another heading\nText'],
    ['I want you to act as a chef. Cook {<b>dish</b>}.', 'Cook {<b>dish</b>}.'],
    ['Act as a chef\nCook.', 'Cook.'],
    ['Bitte handle als Koch. Koche.', 'Koche.'],
    ['Act as a {<b>role</b>}. Begin.', 'Act as a {<b>role</b>}. Begin.'],
    ['Act as a chef.', 'Act as a chef.'],
    ['# Launch\n', '# Launch\n'],
    ['{', '{'],
    ['', ''],
  ])('of %j is %j', (body, preview) => {
    expect(toPreview(body, 'launch')).toBe(preview)
  })

  test('has at most 280 visible characters and 8 lines', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const seen = toPlainText(toPreview(body))
        expect(seen.length).toBeLessThanOrEqual(280)
        expect(seen.split('\n').length).toBeLessThanOrEqual(8)
      }),
    )
  })

  test('cuts no variable and no surrogate pair in half', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const preview = toPreview(body)
        expect(preview.isWellFormed()).toBe(true)
        const names = (text: string) => variables(text).map(({ name }) => name)
        const shown = names(preview)
        // Skipped boilerplate never contains a variable.
        expect(shown).toEqual(names(body).slice(0, shown.length))
        const cut = variables(body)[shown.length]
        const from = body.indexOf(preview)
        if (cut !== undefined) expect(from + preview.length).toBeLessThanOrEqual(cut.from)
      }),
    )
  })

  test('distinguishes variables from text without a grammar, for any body', () => {
    fc.assert(
      fc.property(fc.oneof(bodies, bodies.map(toPlainText)), (body) => {
        const shown = splitPreview(toPreview(body)).filter(({ isVariable }) => isVariable)
        const names = shown.map(({ text }) => text.trim().replaceAll(/\s+/g, ' '))
        expect(names).toEqual(
          variables(body)
            .slice(0, names.length)
            .map((segment) => segment.name),
        )
      }),
    )
  })

  test('marks up variables, except literal ones', () => {
    expect(toPreview('{a} {b} {len(c)}', '', new Set(['b']))).toBe('{<b>a</b>} {b} {len(c)}')
  })

  test('takes time linear in the length of the body', () => {
    for (const piece of ['{x}', '{\n', '\n', '# \n', 'act as', '---\n']) {
      const repeated = (length: number) => piece.repeat(length / piece.length)
      const growth = growthOf((length) => toPreview(repeated(length)), 25_000)
      expect(growth).toBeLessThan(linear)
    }
  })
})

function variables(text: string) {
  return parse(text).flatMap((segment) => (segment.kind === 'variable' ? [segment] : []))
}
