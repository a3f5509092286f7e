import { expect, it } from 'vitest'
import { openAddress } from './open-address.ts'

it('An address is opened unless it is longer than a command line may be', async () => {
  const open = (path: string) => openAddress(`https://a.example/${path}`, { BROWSER: 'true' })
  expect(await open('a'.repeat(6_000))).toBe(true)
  expect(await open('a'.repeat(40_000))).toBe(false)
  expect(await open('a'.repeat(1_000_000))).toBe(false)
})
