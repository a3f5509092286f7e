import { expect, test } from 'vitest'
import { readMessage, toSentence } from './messages.rules.ts'

const longest = 'x'.repeat(200)

test.each(['method', 'id'])('A message’s %s has at most 200 characters', (key) => {
  expect(readMessage({ [key]: longest })).toEqual({ [key]: longest })
  expect(() => readMessage({ [key]: `${longest}x` })).toThrow('at most 200 characters')
})

test('An error quotes at most 200 characters of a place', () => {
  const issues = (path: string) => `Invalid: ${JSON.stringify([{ path: [path] }])}`
  expect(toSentence(issues('name'))).toBe('“name” does not follow the protocol.')
  expect(toSentence(issues(`${longest}x`))).toBe(`“${longest}” does not follow the protocol.`)
})
