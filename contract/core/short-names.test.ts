import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from './limits.ts'
import {
  isShortName,
  stemOf,
  toFreeShortName,
  toShortName,
  toShortNameStart,
} from './short-names.ts'

const aShortName = fc
  .array(fc.stringMatching(/^[a-z0-9]{1,40}$/), { minLength: 1, maxLength: 4 })
  .map((words) => words.join('-').slice(0, limits.shortNameLength).replace(/-$/, ''))

test.each([
  ['Weekly report', 'weekly-report'],
  ['Überblick für Größen', 'ueberblick-fuer-groessen'],
  ['Überblick', 'ueberblick'],
  ['Crème brûlée à l’Œuvre', 'creme-brulee-a-loeuvre'],
  ['  C++ / Rust: compare! ', 'c-rust-compare'],
  ['日本語', null],
  ['', null],
  ['x'.repeat(63) + ' y', 'x'.repeat(63)],
])('%s becomes %s', (title, shortName) => {
  expect(toShortName(title)).toBe(shortName)
})

test('any text becomes a short name or none, and a short name stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const shortName = toShortName(text)
      expect(shortName === null || isShortName(shortName)).toBe(true)
    }),
  )
  fc.assert(fc.property(aShortName, (name) => toShortName(name) === name))
})

test.each([
  ['/rev', 'rev'],
  [' Rev ', 'rev'],
  ['code rev', 'code-rev'],
  ['code-', 'code-'],
  ['/', undefined],
  ['//rev', undefined],
  ['-rev', undefined],
  ['c++', undefined],
  ['für', undefined],
  ['a'.repeat(65), undefined],
])('%s looks for short names that begin with %s', (search, start) => {
  expect(toShortNameStart(search)).toBe(start)
})

test.each([
  ['review', [], 'review'],
  ['review', ['review'], 'review-2'],
  ['review', ['review', 'review-2', 'review-4'], 'review-3'],
  ['review', ['review', 'review-2', 'review-3', 'review-5'], 'review-6'],
  ['review-2', ['review', 'review-2'], 'review-3'],
  ['gpt-4', ['gpt-4'], 'gpt-4-2'],
  ['4', ['4'], '4-2'],
  ['a'.repeat(64), ['a'.repeat(64)], `${'a'.repeat(56)}-2`],
])('of %s beside %j, %s is free', (name, taken, free) => {
  expect(toFreeShortName(name, new Set(taken))).toBe(free)
})

test('a free name is a short name that is not taken, and begins with the stem', () => {
  fc.assert(
    fc.property(aShortName, fc.nat({ max: 12 }), (name, count) => {
      const taken = new Set<string>()
      for (let made = 0; made < count; made++) taken.add(toFreeShortName(name, taken))
      const free = toFreeShortName(name, taken)
      expect(isShortName(free) && !taken.has(free)).toBe(true)
      expect(free === name || free.startsWith(`${stemOf(name)}-`)).toBe(true)
    }),
  )
})
