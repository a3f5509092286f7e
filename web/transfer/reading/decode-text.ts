/**
 * Decodes a file as UTF-8, as UTF-16 if it has a byte order mark, and otherwise as Windows-1252. In mostly valid UTF-8,
 * only the invalid bytes are read as Windows-1252. `guessed` reports their number and the line of the first. Returns
 * undefined for binary files.
 */
export function decodeText(
  bytes: Uint8Array,
): { text: string; guessed?: { line: number; count: number; isMixed: boolean } } | undefined {
  const encoding = utf16Of(bytes)
  if (encoding) return { text: new TextDecoder(encoding).decode(bytes) }
  if (bytes.subarray(0, seenForText).includes(0)) return undefined
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const { places, characters } = findInvalid(bytes)
    const isMixed = characters >= places.length
    const guessed = { line: lineOfInvalid(bytes), count: places.length, isMixed }
    return { text: decodeMixed(bytes, isMixed ? places : []), guessed }
  }
}

/** A file with more invalid bytes is not UTF-8. */
const mostInvalid = 100_000

/** Finds bytes that are not valid UTF-8, and counts its multi-byte characters. */
function findInvalid(bytes: Uint8Array): { places: number[]; characters: number } {
  const places: number[] = []
  let characters = 0
  for (let at = 0; at < bytes.length && places.length <= mostInvalid; at++) {
    const first = bytes[at] ?? 0
    if (first < 0x80) continue
    const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1
    const isLead = first >= 0xc2 && first <= 0xf4
    if (
      isLead &&
      [...bytes.subarray(at + 1, at + 1 + more)].filter(isContinuation).length === more
    ) {
      characters++
      at += more
    } else places.push(at)
  }
  return { places, characters }
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}

/** Decodes the bytes at `places` as Windows-1252 and the rest as UTF-8. Without places, all are Windows-1252. */
function decodeMixed(bytes: Uint8Array, places: readonly number[]): string {
  const western = new TextDecoder('windows-1252')
  if (places.length === 0) return western.decode(bytes)
  const utf8 = new TextDecoder()
  const parts: string[] = []
  let from = 0
  for (const at of places) {
    if (at > from) parts.push(utf8.decode(bytes.subarray(from, at)))
    parts.push(western.decode(bytes.subarray(at, at + 1)))
    from = at + 1
  }
  return parts.join('') + utf8.decode(bytes.subarray(from))
}

const seenForText = 8192

function utf16Of([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function lineOfInvalid(bytes: Uint8Array): number {
  const block = 65_536
  const decoder = new TextDecoder('utf-8')
  let line = 1
  for (let from = 0; from < bytes.length; from += block) {
    const isLast = from + block >= bytes.length
    const text = decoder.decode(bytes.subarray(from, from + block), { stream: !isLast })
    const at = text.indexOf('\uFFFD')
    line += text.slice(0, at === -1 ? undefined : at).split('\n').length - 1
    if (at !== -1) break
  }
  return line
}

/**
 * Decodes the name of a ZIP entry. Old tools do not flag UTF-8; on Windows and DOS, they write names in the console's
 * code page or in the system's.
 */
export function decodeName(bytes: Uint8Array, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: !isUtf8 }).decode(bytes)
  } catch {
    // These bytes are symbols in Windows-1252, but accented letters in code page 437.
    const isCp437 = bytes.some((byte) => byte >= 0x80 && byte <= 0xa5)
    const latin = new TextDecoder('windows-1252').decode(bytes)
    if (!isCp437) return latin
    return Array.from(bytes, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : (cp437[byte - 0x80] ?? '_'),
    ).join('')
  }
}

/** The characters from 0x80. */
const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ '
