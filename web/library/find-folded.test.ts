import { expect, it } from 'vitest'
import { findFolded } from '#web/library/find-folded.ts'

it.each([
  ['Herr Müller und Frau Mueller', ['mueller'], ['Müller', 'Mueller']],
  ['Straße, STRASSE', ['strasse'], ['Straße', 'STRASSE']],
  ['Neueinstellung', ['einstellung'], ['einstellung']],
  ['Quick question', ['que'], ['que']],
  ['Cafe\u0301 und Café', ['café'], ['Cafe\u0301', 'Café']],
  ['Launch announcement', ['announcement', 'launch'], ['Launch', 'announcement']],
  ['łódź 😀 übel', ['lodz', 'uebel'], ['łódź', 'übel']],
  ['nothing of it', ['else'], []],
  ['Say „Anführung“ or don’t', ['"anführung"', "don't"], ['„Anführung“', 'don’t']],
  ['A Donau\u00ADdampf\u00ADschiff … sails', ['dampfschiff', '...'], ['dampf\u00ADschiff', '…']],
])('marks complete matches in %j', (text, words, marked) =>
  expect(findFolded(text, words).map(([from, to]) => text.slice(from, to))).toEqual(marked),
)
