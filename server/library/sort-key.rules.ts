/** Keeps an index row with key and name within PostgreSQL's limit of 2,700 bytes. */
const maxLength = 300

/**
 * Returns a key whose byte order is the natural order of names: it ignores case, accents and width, treats ß as ss and
 * compares digits as numbers ("Take 2" before "Take 10").
 */
export function toSortKey(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    // Upper case first: only then does ß become ss.
    .toUpperCase()
    .toLowerCase()
  const key = letters.replaceAll(/\d+/g, toOrderedNumber)
  return withoutHalfPair(key.slice(0, maxLength))
}

/**
 * Encodes a number so that byte order is numerical order: a zero, which sorts numbers before letters, the number of
 * digits as one character, and the digits.
 */
function toOrderedNumber(digits: string): string {
  const significant = digits.replace(/^0+/, '')
  return `0${String.fromCharCode(0x21 + significant.length)}${significant}`
}

function withoutHalfPair(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1)
}
