import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { growthOf, linear } from '#tests/support/growth.ts'
import { variableKinds } from './kinds.ts'
import { fillIn, problemOf, textOf, ownValuesFrom } from './fill-in.ts'
import { settingsFor, type VariableSetting } from './variable-settings.ts'
import { parse, plainSource } from './variables.ts'

const writing = { locale: 'de-DE', today: '2026-11-22' }

const part = fc.oneof(
  fc.constantFrom('\n', '\n\n', ' ', '{a}', '{ b }', '{<b>c</b>}', '{"json": 1}', '{', '}', '\r\n'),
  fc.string(),
)
const body = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''))
const name: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', '"json": 1', 'not there')
const text = fc.oneof(
  fc.constantFrom('', 'on', 'off', 'today', '2026-02-30', '\n', '{a}'),
  fc.string(),
)
const setting: fc.Arbitrary<VariableSetting> = fc.record(
  {
    name,
    kind: fc.oneof(fc.constantFrom(...variableKinds), fc.string()),
    default: text,
    options: fc.array(fc.record({ value: text, label: text })),
    min: fc.double(),
    max: fc.double(),
    step: fc.double({ min: 0, minExcluded: true }),
    on: text,
    off: text,
    format: fc.constantFrom('iso', 'other'),
    required: fc.boolean(),
    whenEmpty: fc.constantFrom('braces', 'nothing', 'other'),
    help: text,
  },
  { requiredKeys: ['name', 'kind'] },
)
const settings = fc.array(setting, { maxLength: 6 })
const values = fc.array(fc.tuple(name, text)).map((pairs) => new Map(pairs))

describe('filling in', () => {
  it('never throws for any body, settings and values', () => {
    fc.assert(
      fc.property(body, settings, values, (prompt, given, filled) => {
        expect(typeof fillIn(prompt, filled, given, writing)).toBe('string')
        for (const one of given) problemOf(one, filled.get(one.name) ?? '')
      }),
    )
  })

  it('without settings replaces variables that have values, and no others', () => {
    fc.assert(
      fc.property(body, values, (prompt, filled) => {
        const expected = parse(prompt)
          .map((segment) =>
            segment.kind === 'text'
              ? segment.source
              : filled.get(segment.name) || plainSource(segment),
          )
          .join('')
        expect(fillIn(prompt, filled)).toBe(expected)
      }),
    )
  })

  it('ignores settings of variables that the body does not have', () => {
    fc.assert(
      fc.property(body, settings, values, (prompt, given, filled) => {
        expect(fillIn(prompt, filled, settingsFor(prompt, given), writing)).toBe(
          fillIn(prompt, filled, given, writing),
        )
      }),
    )
  })

  it('keeps lines that contain other text', () => {
    fc.assert(
      fc.property(body, settings, (prompt, given) => {
        fc.pre(parse(prompt).every(({ kind }) => kind === 'text'))
        expect(fillIn(prompt, new Map(), given, writing)).toBe(prompt)
      }),
    )
  })

  it('takes time linear in the length of the body', () => {
    const kinds = variableKinds.map((kind) => ({ name: kind, kind, whenEmpty: 'nothing' }))
    const unit = kinds.map(({ name: of }) => `{${of}}\n`).join('')
    const growth = growthOf(
      (length) => fillIn(unit.repeat(length / unit.length), new Map(), kinds, writing),
      100_000,
    )
    expect(growth).toBeLessThan(linear)
  })
})

describe('a variable', () => {
  it.each<[string, VariableSetting, string | undefined, string | undefined]>([
    ['keeps its braces when it is empty', { name: 'x', kind: 'text' }, '', undefined],
    ['is left out on request', { name: 'x', kind: 'text', whenEmpty: 'nothing' }, '', ''],
    ['begins with its default', { name: 'x', kind: 'long', default: 'dry' }, undefined, 'dry'],
    [
      'loses its default when it is emptied',
      { name: 'x', kind: 'text', default: 'dry' },
      '',
      undefined,
    ],
    ['of a choice is the option', { name: 'x', kind: 'choice', options: [] }, 'warm', 'warm'],
    [
      'of a date begins today, in words',
      { name: 'x', kind: 'date' },
      undefined,
      '22. November 2026',
    ],
    [
      'of a date is ISO on request',
      { name: 'x', kind: 'date', format: 'iso' },
      undefined,
      '2026-11-22',
    ],
    ['of a date may begin empty', { name: 'x', kind: 'date', default: '' }, undefined, undefined],
    ['of a date is as typed where it is none', { name: 'x', kind: 'date' }, 'soon', 'soon'],
    [
      'of a date stays as it is where the calendar has no such day',
      { name: 'x', kind: 'date', default: '2026-02-30' },
      undefined,
      '2026-02-30',
    ],
    [
      'that is a switch begins off',
      { name: 'x', kind: 'switch', on: 'yes', off: 'no' },
      undefined,
      'no',
    ],
    ['that is a switch has its text', { name: 'x', kind: 'switch', on: 'yes' }, 'on', 'yes'],
    ['that is a switch without a text is nothing', { name: 'x', kind: 'switch' }, 'on', ''],
    ['that is literal is none', { name: 'x', kind: 'literal', default: 'a' }, 'b', undefined],
    ['of a kind to come is text', { name: 'x', kind: 'colour' }, 'red', 'red'],
  ])('%s', (_title, given, value, expected) => {
    expect(textOf(given, value, writing)).toBe(expected)
  })

  it.each<[string, string, Partial<VariableSetting>, string]>([
    ['a line of its own', 'a\n{x}\nb', {}, 'a\nb'],
    ['the last line', 'a\n{x}', {}, 'a'],
    ['all there is', '{x}', {}, ''],
    ['a line with another one that is left out', 'a\n {x} {x}\t\nb', {}, 'a\nb'],
    ['a place in a sentence', 'a {x} b', {}, 'a  b'],
    ['a line with a text', 'a\n- {x}\nb', {}, 'a\n- \nb'],
    ['a line that keeps its braces', 'a\n{x} {y}\nb', {}, 'a\n {y}\nb'],
    ['a switch that is off', 'a\n{x}\n\nb', { kind: 'switch', on: 'yes' }, 'a\n\nb'],
    ['one of the blank lines around its own', 'a\n\n{x}\n\nb', {}, 'a\n\nb'],
    ['one blank line of several', 'a\n\n{x}\n\n\nb', {}, 'a\n\n\nb'],
    ['the blank lines between several', 'a\n\n{x}\n\n{x}\n\nb', {}, 'a\n\nb'],
    ['no blank line at the start', '{x}\n\nb', {}, '\nb'],
  ])('that is left out takes %s with it, or leaves it', (_title, prompt, given, expected) => {
    const all = [{ name: 'x', kind: 'text', whenEmpty: 'nothing', ...given }]
    expect(fillIn(prompt, new Map(), all)).toBe(expected)
  })

  it.each<[Partial<VariableSetting>, string, string | undefined]>([
    [{}, '', undefined],
    [{ required: true }, '', 'missing'],
    [{ required: true }, ' ', undefined],
    [{ kind: 'number' }, '', undefined],
    [{ kind: 'number' }, '12', undefined],
    [{ kind: 'number' }, '-1.50', undefined],
    [{ kind: 'number' }, '1,5', 'not_a_number'],
    [{ kind: 'number' }, '1e5', 'not_a_number'],
    [{ kind: 'number' }, 'ten', 'not_a_number'],
    [{ kind: 'number', min: 1 }, '0', 'too_small'],
    [{ kind: 'number', max: 10 }, '11', 'too_large'],
    [{ kind: 'number', step: 0.1 }, '0.3', undefined],
    [{ kind: 'number', step: 5, min: 1 }, '6', undefined],
    [{ kind: 'number', step: 5 }, '6', 'off_step'],
    [{ kind: 'switch', required: true }, '', undefined],
    [{ kind: 'literal', required: true }, '', undefined],
  ])('with %j and the value %j is %j', (given, value, problem) => {
    expect(problemOf({ name: 'x', kind: 'text', ...given }, value)).toBe(problem)
  })
})

test('An own value is for variables of its name in any case', () => {
  const find = ownValuesFrom([{ name: 'My Straße', value: 'Elm' }])
  expect(['my straße', 'MY Straße', 'My Straße', 'my strasse'].map(find)).toEqual([
    'Elm',
    'Elm',
    'Elm',
    undefined,
  ])
})

test('One with the exact name is preferred, even if it is empty', () => {
  const find = ownValuesFrom([
    { name: 'kunde', value: 'Huber' },
    { name: 'KUNDE', value: '' },
  ])
  expect(['KUNDE', 'kunde', 'Kunde'].map(find)).toEqual(['', 'Huber', 'Huber'])
})
