import { expect, it } from 'vitest'
import { growthOf, linear } from '#tests/support/growth.ts'
import { inputsOf } from './inputs.ts'

/** A text whose names differ only in their marks, so that all have the same argument until they are numbered. */
const oneStem = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const marks = at.toString(2).padStart(14, '0').replaceAll('0', '-').replaceAll('1', '_')
    return `{a${marks}b c}`
  }).join('')

it('Arguments of variables whose names share a stem are numbered', () => {
  const [first, second] = inputsOf({ prompt: '{a b} {a-b}', variables: [] })
  expect([first?.argument, second?.argument]).toEqual(['a_b', 'a_b_2'])
  const many = inputsOf({ prompt: oneStem(50), variables: [] })
  expect(many.map(({ argument }) => argument)).toContain('a_b_c_50')
})

it('Numbering arguments of variables that share a stem takes linear time', () => {
  const growth = growthOf((count) => inputsOf({ prompt: oneStem(count), variables: [] }), 1000)
  expect(growth).toBeLessThan(linear)
})
