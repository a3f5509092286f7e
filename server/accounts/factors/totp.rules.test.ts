import { describe, expect, it } from 'vitest'
import {
  createTotpSecret,
  findStep,
  fromBase32,
  totpCode,
  toTotpUri,
} from '#server/accounts/factors/totp.rules.ts'

/** RFC 6238, appendix B: the seed for SHA-1 and its codes. Apps show their last six digits. */
const seed = Buffer.from('12345678901234567890')
const seedInBase32 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const

describe('A code of an authenticator app', () => {
  it.each(vectors)('after %s seconds is that of RFC 6238', (seconds, code) => {
    expect(totpCode(seed, Math.floor(seconds / 30))).toBe(code.slice(-6))
    expect(findStep(seedInBase32, code.slice(-6), 0, seconds * 1000)).toBe(Math.floor(seconds / 30))
  })

  it('is right in its step and the next, since typing takes time, and in no other', () => {
    const at = (step: number) => findStep(seedInBase32, totpCode(seed, 1000), 0, step * 30_000)
    expect([998, 999, 1000, 1001, 1002].map(at)).toEqual([
      undefined,
      undefined,
      1000,
      1000,
      undefined,
    ])
    expect(findStep(seedInBase32, totpCode(seed, 1000), 0, 1001 * 30_000 + 29_999)).toBe(1000)
  })

  it('is wrong once its step or a later one was used', () => {
    const used = (last: number) => findStep(seedInBase32, totpCode(seed, 1000), last, 30_000_000)
    expect([999, 1000, 1001].map(used)).toEqual([1000, undefined, undefined])
  })
})

describe('The secret of an authenticator app', () => {
  it('has 160 random bits in base32', () => {
    const secret = createTotpSecret()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(fromBase32(secret)).toHaveLength(20)
    expect(createTotpSecret()).not.toBe(secret)
    expect(fromBase32(seedInBase32)).toEqual(seed)
  })

  it('is in the address of a QR code, with the account', () => {
    expect(toTotpUri('ABC', 'ada+x@example.com')).toBe(
      'otpauth://totp/Promptshelf%3Aada%2Bx%40example.com?secret=ABC&issuer=Promptshelf',
    )
  })
})
