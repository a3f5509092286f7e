import { describe, expect, it } from 'vitest'
import { channelsOf, defaultColor, palette, textColorOn, toStoredColor } from './colors.ts'

it('offers 15 distinct colours, the first as the default', () => {
  expect(new Set(palette.map((color) => color.toLowerCase())).size).toBe(15)
  expect(defaultColor).toBe('f1f5f9')
})

describe('a stored colour', () => {
  it.each([
    ['#ff6b6b', 'FF6B6B'],
    ['ff6b6b', 'FF6B6B'],
    ['#F97316', 'f97316'],
    ['DC2626', 'dc2626'],
    ['#AbCdEf', 'AbCdEf'],
    ['123456', '123456'],
  ])('of %j is %j', (color, stored) => expect(toStoredColor(color)).toBe(stored))

  it('of the palette keeps its spelling', () => {
    expect(palette.map(toStoredColor)).toEqual(palette)
  })
})

describe('text on a colour', () => {
  it.each([
    // The brightness of a grey is its channel value; the threshold is 156.
    ['9b9b9b', 'white'],
    ['9c9c9c', 'black'],
    ['000000', 'white'],
    ['ffffff', 'black'],
    ['ff0000', 'white'],
    ['00ff00', 'white'],
    ['00ffff', 'black'],
    ['ffff00', 'black'],
  ])('%s is %s', (color, text) => expect(textColorOn(color)).toBe(text))

  it('is black on four of the palette, white on the rest', () => {
    const black = palette.filter((color) => textColorOn(color) === 'black')
    expect(black).toEqual(['f1f5f9', '4ECDC4', 'FFD166', 'FF8E9E'])
  })
})

it('reads the channels in any case', () => {
  expect(channelsOf('FF8000')).toEqual([255, 128, 0])
  expect(channelsOf('ff8000')).toEqual([255, 128, 0])
})
