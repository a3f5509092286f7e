import { expect, test } from 'vitest'
import { isOnInternet, stepsOf } from './tools.ts'

test.each([
  ['https://prompts.example.com', true],
  ['https://[2001:db8::1]:8443', true],
  ['https://172.32.0.1', true],
  ['http://prompts.example.com', false],
  ['https://localhost:3000', false],
  ['https://127.0.0.1', false],
  ['https://192.168.178.20', false],
  ['https://100.101.1.2', false],
  ['https://[fd12::1]', false],
  ['https://nas', false],
  ['https://prompts.home.arpa', false],
])('%s is on the internet: %s', (address, expected) => {
  expect(isOnInternet(new URL(address))).toBe(expected)
})

test('Editors are opened with the server’s URL', () => {
  const url = 'https://prompts.example.com/mcp'
  const linkOf = (id: 'cursor' | 'vsCode') => stepsOf(id, url).steps[0]?.link ?? ''
  const { pathname, search } = new URL(linkOf('vsCode'))
  expect(pathname).toBe('mcp/install')
  expect(JSON.parse(decodeURIComponent(search.slice(1)))).toEqual({
    name: 'promptshelf',
    type: 'http',
    url,
  })
  const { searchParams } = new URL(linkOf('cursor'))
  expect(searchParams.get('name')).toBe('promptshelf')
  expect(JSON.parse(atob(searchParams.get('config') ?? ''))).toEqual({ url })
})

const url = 'https://prompts.example.com/mcp'

test('Codex logs in when the server is added, so it has no command for that', () => {
  expect(stepsOf('codex', url).steps).toEqual([
    { text: 'addInTerminal', copy: `codex mcp add promptshelf --url ${url}` },
    { text: 'allow' },
  ])
})

test('Claude Code, which drops words after a command, asks for the values', () => {
  expect(stepsOf('claudeCode', url).usage?.text).toBe('commandsAsk')
})
