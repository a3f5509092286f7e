import { expect, it } from 'vitest'
import { parseServerAddress } from './server-address.ts'

it.each([
  ['prompts.example.com', 'https://prompts.example.com', false],
  [' https://prompts.example.com/login?a=1 ', 'https://prompts.example.com', false],
  ['localhost:3000', 'http://localhost:3000', false],
  ['[::1]:3000', 'http://[::1]:3000', false],
  ['http://prompts.example.com', 'http://prompts.example.com', true],
  ['http://localhost.example.com', 'http://localhost.example.com', true],
])('The address %s leads to %s', (typed, origin, isInsecure) => {
  expect(parseServerAddress(typed)).toEqual({ origin, isInsecure })
})

it.each(['', 'ftp://example.com', 'javascript:alert(1)'])('%j is no address', (typed) => {
  expect(parseServerAddress(typed)).toBeUndefined()
})
