import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mutations } from './read-mutations.ts'

it.each(mutations)('The mutation applies to the code: $what', ({ file, from, test }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
  expect(existsSync(test)).toBe(true)
})
