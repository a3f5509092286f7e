import { expect, test } from 'vitest'
import { describeScopes, parseScopes, withIncluded } from '#contract/core/scopes.ts'

test('A scope comes with those that it includes, and always with the least one', () => {
  expect(withIncluded(['library:write'])).toEqual(['library:read', 'library:write'])
  expect(withIncluded(['runs'])).toEqual(['library:read', 'runs'])
  expect(withIncluded([])).toEqual(['library:read'])
})

test('A description leaves out scopes that another one includes, and keeps the names of unknown ones', () => {
  const describe = (...scopes: string[]) => describeScopes(scopes, (word) => `may ${word}`)
  expect(describe('library:read', 'library:write', 'runs')).toEqual(['may change', 'may run'])
  expect(describe('library:read', 'runs')).toEqual(['may read', 'may run'])
  expect(describe('library:read', 'toString', 'a:b')).toEqual(['may read', 'toString', 'a:b'])
})

test('Unknown scopes of a text are dropped', () => {
  expect(parseScopes('runs session library:read library')).toEqual(['library:read', 'runs'])
})
