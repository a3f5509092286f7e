// Codes of authenticator apps, by RFC 6238: SHA-1, six digits, steps of 30 s, which every app supports.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
const secretBytes = 20
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret, in base32. */
export function createTotpSecret(): string {
  return toBase32(randomBytes(secretBytes))
}

/** The address that an app reads from a QR code. */
export function toTotpUri(secret: string, email: string): string {
  const label = encodeURIComponent(`Promptshelf:${email}`)
  return `otpauth://totp/${label}?secret=${secret}&issuer=Promptshelf`
}

/**
 * The step of a six-digit code: the current one, or the previous one, since typing takes time. Undefined if the code is
 * wrong, or its step is not after `lastStep`.
 *
 * @param now in milliseconds since 1970
 */
export function findStep(
  secret: string,
  code: string,
  lastStep: number,
  now: number,
): number | undefined {
  const key = fromBase32(secret)
  const present = Math.floor(now / stepMs)
  return [present, present - 1].find(
    (step) =>
      step > lastStep && timingSafeEqual(Buffer.from(totpCode(key, step)), Buffer.from(code)),
  )
}

/** The code of a step since 1970. */
export function totpCode(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 0xf) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** @param bytes a multiple of five bytes, so that no padding is needed */
function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('')
}

/** The bytes of a text in base32. */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
