import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { tokenPrefix } from '#contract/accounts/tokens.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62 to this power exceeds 2 to the power of 256. */
const secretLength = 43
/** A CRC-32 has at most six digits; shorter ones are padded. */
const checksumLength = 6
/** Word characters only, so that a double click selects all. */
const form = new RegExp(`^${tokenPrefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

/** Creates the secret of a token: 256 random bits and a checksum that lets scanners and the server recognise it. */
export function createSecret(): string {
  const random = Array.from({ length: secretLength }, () => digits[randomInt(digits.length)])
  const text = tokenPrefix + random.join('')
  return text + toChecksum(text)
}

/** Whether a text has the form and the checksum of a secret. Costs no query. */
export function isSecret(text: string): boolean {
  return (
    form.test(text) && toChecksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
  )
}

/** The CRC-32 of a text in base 62, with leading zeros. */
export function toChecksum(text: string): string {
  let rest = crc32(text)
  let checksum = ''
  while (checksum.length < checksumLength) {
    checksum = (digits[rest % digits.length] ?? '') + checksum
    rest = Math.floor(rest / digits.length)
  }
  return checksum
}
