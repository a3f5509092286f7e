import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differenceOf, type Segment } from './difference.ts'

const sideOf = (segments: Segment[], left: Segment['kind']) =>
  segments
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('')
const words = fc.array(fc.constantFrom('a', 'the', ' ', '\n', '{x}', '😀', 'Über', '\t', '\r'))
const text = fc.oneof(
  words.map((all) => all.join('')),
  fc.string({ unit: 'binary' }),
)

describe('The difference of two texts', () => {
  test('contains both, whatever they are', () => {
    fc.assert(
      fc.property(text, text, (previous, later) => {
        const segments = differenceOf(previous, later)
        expect(sideOf(segments, 'added')).toBe(previous)
        expect(sideOf(segments, 'removed')).toBe(later)
      }),
    )
  })

  test('names the words that changed within a line', () => {
    expect(differenceOf('One\nA short poem.\nEnd', 'One\nA long poem.\nEnd')).toEqual([
      { kind: 'same', text: 'One\n' },
      { kind: 'same', text: 'A ' },
      { kind: 'removed', text: 'short' },
      { kind: 'added', text: 'long' },
      { kind: 'same', text: ' poem.\n' },
      { kind: 'same', text: 'End' },
    ])
  })

  test('of two long texts with nothing in common is both texts completely', () => {
    const long = (word: string) => `${word} \n`.repeat(100_000 / word.length)
    const segments = differenceOf(long('previous'), `${long('later')}${'x y '.repeat(25_000)}`)
    expect(segments).toHaveLength(2)
  })
})
