import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { limits } from '#contract/core/limits.ts'
import { foldAtLength, foldForSearch, foldQuery } from './folding.ts'
import { isSearchable } from './searchable.ts'

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
  ['don’t', "don't"],
  ['‚so‘ ‹so› ´tis 5′', "'so' 'so' 'tis 5'"],
  ['„Anführung“ “quote” «so» 5″', '"anführung" "quote" "so" 5"'],
  ['passive‑aggressive', 'passive-aggressive'],
  ['5–7 — 3−2', '5-7 - 3-2'],
  ['Donau\u00ADdampf\u200Bschiff\uFEFF', 'donaudampfschiff'],
  ['ＡＢＣ　１２３', 'abc 123'],
  ['10\u00A0000\u202F€', '10 000 €'],
  ['wait…', 'wait...'],
])('finds %j by %j', (text, query) => expect(foldForSearch(text)).toBe(foldForSearch(query)))

it.each([
  ['が', 'か'],
  ['कि', 'क'],
])('distinguishes %j from %j, if a mark makes it another letter', (one, other) =>
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
  const separator = fc.constantFrom('\u001C', '\u001D', '\u001F')
  fc.assert(
    fc.property(fc.string(), separator, fc.string(), (before, between, after) => {
      expect(foldForSearch(before + between + after)).not.toContain(between)
    }),
  )
})

it.each(['abc', ' abc ', 'ße', '名前は', '😀😀😀', 'que', 'üüb', '“a”'])(
  'searches for %j',
  (query) => expect(isSearchable(query)).toBe(true),
)

it.each([
  '',
  'ab',
  ' ab ',
  '   ',
  '名前',
  '😀😀',
  'e\u0301a',
  'üb',
  'x\u0301y\u0301',
  'a\u200Bb\u00AD',
])('does not search for %j', (query) => expect(isSearchable(query)).toBe(false))

it('folds a query at full length if it would be too short otherwise', () => {
  const unit = fc.constantFrom(
    ...('aeüßÆŁ\u0301\u200B\u00AD …‑Ａ\u00A0한か\u3099ŉİ😀'.match(/./gsu) ?? []),
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 6 }), (query) => {
      fc.pre(isSearchable(query))
      expect(Array.from(foldQuery(query.trim())).length).toBeGreaterThanOrEqual(
        limits.searchMinLength,
      )
    }),
  )
})
