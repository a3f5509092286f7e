import { expect, it } from 'vitest'
import { openAddress } from './open-address.ts'

it('An address is opened unless it is longer than a command line may be', async () => {
  const open = (path: string) => openAddress(`https://a.example/${path}`, { BROWSER: 'true' })
  expect(await open('a'.repeat(6_000))).toBe(true)
  expect(await open('a'.repeat(40_000))).toBe(false)
  expect(await open('a'.repeat(1_000_000))).toBe(false)
})

it.each([
  'file:///etc/hosts',
  'javascript:alert(1)',
  'vscode://file/etc/hosts',
  '--help',
  'a.example',
])('%s is not opened, since it is no whole address of the web', async (address) => {
  expect(await openAddress(address, { BROWSER: 'true' })).toBe(false)
})
