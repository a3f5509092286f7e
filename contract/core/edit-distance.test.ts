import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { editsToPrefixes } from './edit-distance.ts'

const editsTo = (word: string, other: string) => editsToPrefixes(word, other).at(-1)
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })

it.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['review', 'review', 0],
  ['review', 'reviews', 1],
  ['review', 'rview', 1],
  ['review', 'reviww', 1],
  ['review', 'reveiw', 1],
  ['review', 'erveiw', 2],
  // A letter that is swapped is not edited again.
  ['ca', 'abc', 3],
])('“%s” needs these numbers of edits to become “%s”: %i', (one, other, edits) => {
  expect(editsTo(one, other)).toBe(edits)
})

it('Every beginning of a word has its own number of edits', () => {
  expect(editsToPrefixes('revi', 'review')).toEqual([4, 3, 2, 1, 0, 1, 2])
  fc.assert(
    fc.property(word, word, (one, other) => {
      const prefixes = Array.from({ length: other.length + 1 }, (_, at) => other.slice(0, at))
      expect(editsToPrefixes(one, other)).toEqual(prefixes.map((prefix) => editsTo(one, prefix)))
      expect(editsTo(one, other)).toBe(editsTo(other, one))
      expect(editsTo(one, other) === 0).toBe(one === other)
    }),
  )
})
