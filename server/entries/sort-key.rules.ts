/** Keeps an index row that holds the key and the name within what PostgreSQL takes (2,700 bytes). */
const maxLength = 300

/**
 * What names are ordered by, byte for byte, so that people find them where they look: case, accents
 * and the width of letters make no difference, ß stands with ss, and a run of digits counts as the
 * number it is ("Take 2" before "Take 10").
 */
export function toSortKey(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    // Upper case first: only so does ß become ss.
    .toUpperCase()
    .toLowerCase()
  const key = letters.replaceAll(/\d+/g, toOrderedNumber)
  return withoutHalfPair(key.slice(0, maxLength))
}

/**
 * Digits as text that orders like the number: first how many there are, as one character. The zero
 * before it keeps numbers among the digits, before all letters.
 */
function toOrderedNumber(digits: string): string {
  const significant = digits.replace(/^0+/, '')
  return `0${String.fromCharCode(0x21 + significant.length)}${significant}`
}

function withoutHalfPair(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1)
}
