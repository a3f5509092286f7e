import { expect, test } from 'vitest'
import { toAddress } from './open-in.ts'

const site = {
  id: 'site',
  name: 'Site',
  address: 'https://a.example/',
  addressWithText: 'https://a.example/?q={prompt}',
}

test('A short text is part of the address, character by character', () => {
  for (const text of ['a&b=c#d?e+f %20', 'Ü 公 🙂\n"$&$1"', '{prompt}', '\ud800']) {
    const address = new URL(toAddress(site, text))
    expect(address.searchParams.get('q')).toBe(text.toWellFormed())
    expect(address.origin + address.pathname).toBe(site.address)
  }
})

test('A long text stays on the clipboard', () => {
  expect(toAddress(site, 'a'.repeat(5_900))).toContain('aaa')
  expect(toAddress(site, 'a'.repeat(6_000))).toBe(site.address)
  expect(toAddress(site, '公'.repeat(1_000))).toBe(site.address)
})

test('A site that accepts no text is opened without it', () => {
  expect(toAddress({ id: 'b', name: 'B', address: 'https://b.example/new' }, 'a')).toBe(
    'https://b.example/new',
  )
})
