import { expect, test } from 'vitest'
import { parseScopes, tokenScopes, withIncluded, wordsOf } from '#contract/core/scopes.ts'

test('A scope comes with those that it includes, and always with the least', () => {
  expect(withIncluded(['library:write'])).toEqual(['library:read', 'library:write'])
  expect(withIncluded(['runs'])).toEqual(['library:read', 'runs'])
  expect(withIncluded([])).toEqual(['library:read'])
})

test('Words name no scope that another one includes', () => {
  expect(wordsOf(tokenScopes)).toEqual(['change', 'run'])
  expect(wordsOf(['library:read', 'runs'])).toEqual(['read', 'run'])
})

test('Unknown scopes of a text are dropped', () => {
  expect(parseScopes('runs session library:read library')).toEqual(['library:read', 'runs'])
})
