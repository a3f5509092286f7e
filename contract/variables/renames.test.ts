import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findRename, renamesBetween, renameValues, withRename } from './renames.ts'
import { toStoredForm, variableNames } from './variables.ts'

describe('A name changed in the text is detected as a rename', () => {
  test.each([
    ['Write in {color}.', 'Write in {coloru}.'],
    ['{a} and {b}', '{alpha} and {b}'],
    ['{a}, {a}\nand { a }', '{c}, {c}\nand { c }'],
    ['Dear {a},\nabout {b}', 'Hello {a}!\nabout {c}'],
    ['{a}', '{<b>f(x)</b>}'],
  ])('%j becomes %j', (former, next) => {
    const from = variableNames(former).find((name) => !variableNames(next).includes(name))
    const to = variableNames(next).find((name) => !variableNames(former).includes(name))
    expect(findRename(former, next)).toEqual({ from, to })
    expect(findRename(toStoredForm(former), next)).toEqual({ from, to })
  })
})

describe('An ambiguous edit is not detected as a rename', () => {
  test.each([
    ['one is gone, another is new elsewhere', 'In {color}.\nEnd', 'In colour.\nEnd {audience}'],
    ['its line says something else', 'In {color}.', 'For {audience}.'],
    ['one of two is changed', '{a} {a}', '{a} {b}'],
    ['two are changed', '{a} {b}', '{c} {d}'],
    ['one is only removed', '{a} {b}', 'a {b}'],
    ['one is only added', '{a}', '{a} {b}'],
    ['two become one', '{a} {b}', '{b} {b}'],
    ['nothing is changed', '{a}', '{a}'],
  ])('%s', (_, former, next) => expect(findRename(former, next)).toBeUndefined())
})

test('A variable renamed everywhere is detected', () => {
  const piece = fc.constantFrom('{a}', '{b}', '{c}', ' and ', '\n', '{', '}', 'a')
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 20 }),
      fc.constantFrom('a', 'b', 'c'),
      (pieces, name) => {
        const body = pieces.join('')
        const next = pieces.map((one) => (one === `{${name}}` ? '{new}' : one)).join('')
        fc.pre(variableNames(body).includes(name) && !variableNames(next).includes(name))
        expect(findRename(body, next)).toEqual({ from: name, to: 'new' })
      },
    ),
  )
})

describe('Stated renames', () => {
  const [aToB, bToA] = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'a' },
  ]

  test('count only if the texts confirm them', () => {
    expect(renamesBetween('{a} x', '{b} and y', [aToB])).toEqual([aToB])
    expect(renamesBetween('{a} x', '{a} y', [aToB])).toEqual([])
    expect(renamesBetween('{a} x', '{a} {b}', [aToB])).toEqual([])
    expect(renamesBetween('{a} {b}', 'first {b} then {a}', [aToB, bToA])).toEqual([aToB, bToA])
  })

  test('can be chained', () => {
    const twice = withRename(withRename([], { from: 'a', to: 'b' }), { from: 'b', to: 'c' })
    expect(twice).toEqual([{ from: 'a', to: 'c' }])
    expect(withRename(twice, { from: 'c', to: 'a' })).toEqual([])
  })

  test('can swap names, and replace values stored under the new name', () => {
    const values = [
      { name: 'a', value: '1' },
      { name: 'b', value: '2' },
    ]
    expect(renameValues(values, [aToB, bToA])).toEqual([
      { name: 'b', value: '1' },
      { name: 'a', value: '2' },
    ])
    expect(renameValues(values, [aToB])).toEqual([{ name: 'b', value: '1' }])
  })
})

test('A text with thousands of variables is not searched for renames', () => {
  expect(findRename('{a} '.repeat(5000), '{b} '.repeat(5000))).toEqual({ from: 'a', to: 'b' })
  expect(findRename('{a} '.repeat(5001), '{b} '.repeat(5001))).toBeUndefined()
})
