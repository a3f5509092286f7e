import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldAtLength, foldForSearch, isSearchable } from './search.ts'

it.each([
  ['Straße', 'STRASSE'],
  ['STRAẞE', 'strasse'],
  ['Über', 'über'],
  ['Cafe\u0301', 'CAFÉ'],
  ['ΣΊΣΥΦΟΣ', 'Σίσυφος'],
  ['ﬁn', 'FIN'],
  ['Müller', 'mueller'],
  ['Mueller', 'muller'],
  ['MÜLLER', 'Mu\u0308ller'],
  ['Ärger über Öl', 'aerger uber oel'],
  ['Łódź', 'lodz'],
  ['Œuvre à la carte', 'oeuvre a la carte'],
  ['Ήλιος', 'ηλιοσ'],
])('finds %j by %j', (text, query) => expect(foldForSearch(text)).toBe(foldForSearch(query)))

it.each([
  ['が', 'か'],
  ['कि', 'क'],
])('distinguishes %j from %j, where a mark makes another letter', (one, other) =>
  expect(foldForSearch(one)).not.toBe(foldForSearch(other)),
)

it('folds at full length, with ä, ö and ü as two letters', () => {
  expect(foldAtLength('Über eine Question in Łódź')).toBe('UEBER EINE QUESTION IN LODZ')
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

it('removes the separators of search texts, so that no match spans two parts', () => {
  const separator = fc.constantFrom('\u001D', '\u001E', '\u001F')
  fc.assert(
    fc.property(fc.string(), separator, fc.string(), (before, between, after) => {
      expect(foldForSearch(before + between + after)).not.toContain(between)
    }),
  )
})

it.each(['abc', ' abc ', 'ße', '名前は', '😀😀😀', 'que', 'üüb'])('searches for %j', (query) =>
  expect(isSearchable(query)).toBe(true),
)

it.each(['', 'ab', ' ab ', '   ', '名前', '😀😀', 'e\u0301a', 'üb', 'x\u0301y\u0301'])(
  'does not search for %j',
  (query) => expect(isSearchable(query)).toBe(false),
)
