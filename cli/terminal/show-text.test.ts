import { expect, test } from 'vitest'
import { cutStyled } from './show-text.ts'

const faint = (text: string) => `\u001B[2m${text}\u001B[22m`

test('A text with styles is cut by its visible characters, and its styles end', () => {
  expect(cutStyled(faint('four'), 4)).toBe(faint('four'))
  expect(cutStyled(faint('fives'), 4)).toBe(faint('fiv…'))
  expect(cutStyled(`a ${faint('word')} more`, 8)).toBe(`a ${faint('word')} …`)
})
