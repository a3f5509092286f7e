import { randomInt } from 'node:crypto'

/** Crockford's base32: no letters that look like digits or each other. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A random code for people to type, with 5 bits per letter and a dash in the middle. */
export function createTypedCode(length: number): string {
  const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
}

/** The form of a typed code that is hashed. Undefined if it cannot be a code. */
export function readTypedCode(typed: string, length: number): string | undefined {
  const code = withoutGaps(typed).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return code.length === length && [...code].every((letter) => alphabet.includes(letter))
    ? code
    : undefined
}

/** A typed code without spaces and dashes. */
export function withoutGaps(typed: string): string {
  return typed.replaceAll(/[\s\p{Dash}]/gu, '')
}
