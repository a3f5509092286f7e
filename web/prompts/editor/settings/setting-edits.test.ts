import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { variableKinds } from '#contract/variables/kinds.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { settingProblem, tidySettings, typedNumber, withField, withKind } from './setting-edits.ts'

describe('the saved form', () => {
  it('omits a plain text', () => {
    expect(tidySettings([{ name: 'a', kind: 'text' }], [])).toEqual([])
    expect(tidySettings([{ name: 'a', kind: 'text', default: '', help: '' }], [])).toEqual([])
  })

  it('preserves unknown kinds and fields', () => {
    const later = { name: 'a', kind: 'colour', palette: ['red'] }
    expect(tidySettings([later], [later])).toEqual([later])
    expect(tidySettings([withField(later, 'help', 'Which?')], [later])).toEqual([
      { ...later, help: 'Which?' },
    ])
  })

  it('drops the fields of a previous kind, but only after an edit', () => {
    const choice = { name: 'a', kind: 'choice', options: [{ value: 'x' }], default: 'x' }
    expect(tidySettings([withKind(choice, 'long')], [])).toEqual([{ name: 'a', kind: 'long' }])
    expect(withKind(withKind(choice, 'long'), 'choice').options).toEqual([{ value: 'x' }])
    const odd = { name: 'a', kind: 'long', min: 1 }
    expect(tidySettings([odd], [odd])).toEqual([odd])
  })

  it('omits empty options, but keeps an empty date', () => {
    expect(
      tidySettings([{ name: 'a', kind: 'choice', options: [{ value: '' }, { value: 'x' }] }], []),
    ).toEqual([{ name: 'a', kind: 'choice', options: [{ value: 'x' }] }])
    const date = { name: 'a', kind: 'date', default: '' }
    expect(tidySettings([date], [])).toEqual([date])
  })
})

describe('a setting that cannot be saved', () => {
  const many = Array.from({ length: 101 }, () => ({ value: 'x' }))
  const long = 'x'.repeat(20_001)
  const label = 'x'.repeat(201)

  it.each([
    [{ kind: 'choice' }, 'options', 'no_options'],
    [{ kind: 'choice', options: [{ value: '' }] }, 'options', 'no_options'],
    [{ kind: 'choice', options: [{ value: 'x' }], default: 'y' }, 'default', 'not_offered'],
    [{ kind: 'choice', options: many }, 'options', 'too_many_options'],
    [{ kind: 'choice', options: [{ value: long }] }, 'options', 'text_too_long'],
    [{ kind: 'choice', options: [{ value: 'x', label }] }, 'options', 'label_too_long'],
    [{ kind: 'long', default: long }, 'default', 'text_too_long'],
    [{ kind: 'text', help: long }, 'help', 'text_too_long'],
    [{ kind: 'switch', on: long }, 'on', 'text_too_long'],
    [{ kind: 'number', min: 3, max: 2 }, 'max', 'max_below_min'],
    [{ kind: 'number', min: NaN }, 'min', 'not_a_number'],
    [{ kind: 'number', step: 0 }, 'step', 'step_too_small'],
    [{ kind: 'number', default: 'ten' }, 'default', 'not_a_number'],
    [{ kind: 'number', max: 2, default: '3' }, 'default', 'too_large'],
    [{ kind: 'number', step: 2, default: '3' }, 'default', 'off_step'],
  ])('is %j', (setting, field, problem) => {
    expect(settingProblem({ name: 'a', ...setting })).toEqual({ field, problem })
  })

  it.each<Omit<VariableSetting, 'name'>>([
    { kind: 'text' },
    { kind: 'choice', options: [{ value: 'x' }], default: 'y', open: true },
    { kind: 'choice', options: [{ value: '', label: 'None' }] },
    { kind: 'number', min: 1, max: 1, step: 0.1, default: '1', required: true },
    { kind: 'number', required: true },
    { kind: 'later', min: 3, max: 2 },
  ])('is not %j', (setting) => {
    expect(settingProblem({ name: 'a', ...setting } as VariableSetting)).toBeUndefined()
  })
})

it('accepts a number in the format of each language', () => {
  const typed = [' 1,5', '1.5 ', '-2', '', '1.000', '1 000', 'ten']
  expect(typed.map((text) => typedNumber(text, ','))).toEqual([
    1.5,
    1.5,
    -2,
    undefined,
    1000,
    1000,
    NaN,
  ])
  expect(typedNumber('1.000', '.')).toBe(1)
})

it('changes one field or the kind, and nothing else', () => {
  const setting = fc.record({
    name: fc.string(),
    kind: fc.string(),
    help: fc.string(),
    x: fc.string(),
  })
  fc.assert(
    fc.property(setting, fc.constantFrom(...variableKinds), fc.string(), (given, kind, value) => {
      expect(withField(withField(given, 'default', value), 'default', undefined)).toEqual(given)
      expect(withKind(given, kind)).toEqual({ ...given, kind })
    }),
  )
})
