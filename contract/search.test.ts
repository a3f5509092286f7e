import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fieldEnd, foldForSearch, isSearchable } from './search.ts'

it.each([
  ['Straße', 'STRASSE'],
  ['STRAẞE', 'strasse'],
  ['Über', 'über'],
  ['Cafe\u0301', 'CAFÉ'],
  ['ΣΊΣΥΦΟΣ', 'Σίσυφος'],
  ['ﬁn', 'FIN'],
])('finds %j by %j', (text, query) => expect(foldForSearch(text)).toBe(foldForSearch(query)))

it('tells letters with and without an umlaut apart', () => {
  expect(foldForSearch('Müller')).not.toBe(foldForSearch('Muller'))
})

it('ignores case in Latin and Cyrillic texts', () => {
  const letters = fc.stringMatching(/^[\u0020-\u024F\u0400-\u04FF\u1E9E😀]*$/u)
  fc.assert(
    fc.property(letters, (text) => {
      expect(foldForSearch(text.toLowerCase())).toBe(foldForSearch(text))
      expect(foldForSearch(text.toUpperCase())).toBe(foldForSearch(text))
    }),
  )
})

it('removes the field separator, so that no match spans two fields', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      expect(foldForSearch(before + fieldEnd + after)).not.toContain(fieldEnd)
    }),
  )
})

it.each(['abc', ' abc ', 'ße', '名前は', '😀😀😀'])('searches for %j', (query) =>
  expect(isSearchable(query)).toBe(true),
)

it.each(['', 'ab', ' ab ', '   ', '名前', '😀😀', 'e\u0301a'])('does not search for %j', (query) =>
  expect(isSearchable(query)).toBe(false),
)
