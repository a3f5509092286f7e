import { chmodSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { createSecrets, type Secrets } from '#server/core/seal-secrets.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const secret = 'sk-0123456789-ß'
const bound = [7, 'an-id', 'openai', 'https://models.example']
const k1 = `k1:${Buffer.alloc(32, 1).toString('base64')}`
const k2 = `k2:${Buffer.alloc(32, 2).toString('base64')}`

test('A sealed secret can be unsealed only with the same row and address', async () => {
  const secrets = make(k1)
  const sealed = await secrets.seal(secret, bound)
  expect(sealed).not.toContain('sk-')
  expect(await secrets.open(sealed, bound)).toBe(secret)
  for (const [place, value] of [8, 'another-id', 'gemini', 'https://eve.example'].entries()) {
    expect(await secrets.open(sealed, bound.with(place, value))).toBe(undefined)
  }
  expect(await secrets.open(sealed, bound.slice(1))).toBe(undefined)
  // The same secret is encrypted differently each time.
  expect(await secrets.seal(secret, bound)).not.toBe(sealed)
})

test('A sealed secret cannot be unsealed if a byte is changed or missing', async () => {
  const secrets = make(k1)
  const [name, text = ''] = (await secrets.seal(secret, bound)).split('.')
  const bytes = Buffer.from(text, 'base64url')
  for (let place = 0; place < bytes.length; place++) {
    const other = Buffer.from(bytes)
    other[place] = (other[place] ?? 0) ^ 1
    expect(await secrets.open(`${name}.${other.toString('base64url')}`, bound)).toBe(undefined)
    const shorter = bytes.subarray(0, place).toString('base64url')
    expect(await secrets.open(`${name}.${shorter}`, bound)).toBe(undefined)
  }
  for (const nothing of ['', '.', name ?? '', 'k9.AAAA']) {
    expect(await secrets.open(nothing, bound)).toBe(undefined)
  }
})

test('The first key seals, and all keys unseal', async () => {
  const sealed = await make(k1).seal(secret, bound)
  const rotated = make(`${k2}, ${k1}`)
  expect(await rotated.open(sealed, bound)).toBe(secret)
  const resealed = await rotated.seal(secret, bound)
  expect(resealed).toMatch(/^k2\./)
  expect(await make(k2).open(resealed, bound)).toBe(secret)
  expect(await make(k2).open(sealed, bound)).toBe(undefined)
  // Only its bytes matter, not its name.
  const renamed = sealed.replace('k1.', 'k2.')
  expect(await rotated.open(renamed, bound)).toBe(undefined)
})

test('On localhost a key file is created at its first use, readable only by its user', async () => {
  const directory = makeScratchDirectory('secrets')
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const dataDir = join(directory, 'data')
  const config = readConfig({ DATA_DIR: dataDir })
  const [one, other] = [createSecrets(config), createSecrets(config)]
  if (one === undefined || other === undefined) throw new Error('There are no secrets.')
  expect(existsSync(dataDir)).toBe(false)
  // Like two processes that start concurrently.
  const [sealed, sealedToo] = await Promise.all([
    one.seal(secret, bound),
    other.seal(secret, bound),
  ])
  expect(await other.open(sealed, bound)).toBe(secret)
  expect(await one.open(sealedToo, bound)).toBe(secret)
  expect(readdirSync(dataDir)).toEqual(['secrets.key'])
  expect(statSync(join(dataDir, 'secrets.key')).mode & 0o777).toBe(0o600)
  expect(await createSecrets(config)?.open(sealed, bound)).toBe(secret)

  chmodSync(join(dataDir, 'secrets.key'), 0o600)
  writeFileSync(join(dataDir, 'secrets.key'), 'too short')
  await expect(createSecrets(config)?.open(sealed, bound)).rejects.toThrow('no key of 32 bytes')
})

test('Elsewhere nothing is sealed without a key', () => {
  expect(createSecrets(readConfig({ BASE_URL: 'https://prompts.example.com' }))).toBe(undefined)
})

function make(keys: string): Secrets {
  const secrets = createSecrets(readConfig({ SECRETS_KEY: keys }))
  if (secrets === undefined) throw new Error('There are no secrets.')
  return secrets
}
