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

type Named = { sortKey: string; name: string; id: string }

/** Compares items by the order of lists. */
export function byName(one: Named, other: Named): number {
  return (
    byCodePoint(one.sortKey, other.sortKey) ||
    byCodePoint(one.name, other.name) ||
    byCodePoint(one.id, other.id)
  )
}

/** Compares texts by code point, as the databases do, not by UTF-16 unit. */
export function byCodePoint(one: string, other: string): number {
  if (one === other) return 0
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at++) {
    if (one.charCodeAt(at) !== other.charCodeAt(at)) {
      return (one.codePointAt(at) ?? 0) - (other.codePointAt(at) ?? 0)
    }
  }
  return one.length - other.length
}
