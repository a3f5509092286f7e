/**
 * The text of a file: UTF-8, UTF-16 where it says so, and otherwise Windows-1252, which any bytes are; where most of it
 * is UTF-8, only the other bytes. `guessed`: how many there are, and the line of the first. Undefined where the bytes
 * are no text.
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
    const { places, characters } = findBroken(bytes)
    const isMixed = characters >= places.length
    const guessed = { line: lineOfBroken(bytes), count: places.length, isMixed }
    return { text: decodeMixed(bytes, isMixed ? places : []), guessed }
  }
}

/** With more broken bytes, a file is not UTF-8. */
const mostBroken = 100_000

/** The bytes that are not of UTF-8, and how many characters of it are beyond ASCII. */
function findBroken(bytes: Uint8Array): { places: number[]; characters: number } {
  const places: number[] = []
  let characters = 0
  for (let at = 0; at < bytes.length && places.length <= mostBroken; at++) {
    const first = bytes[at] ?? 0
    if (first < 0x80) continue
    const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1
    const isBegin = first >= 0xc2 && first <= 0xf4
    if (isBegin && [...bytes.subarray(at + 1, at + 1 + more)].filter(goesOn).length === more) {
      characters++
      at += more
    } else places.push(at)
  }
  return { places, characters }
}

function goesOn(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}

/** UTF-8 but for the bytes at some places, which are Windows-1252, as all are where there are no such places. */
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

function lineOfBroken(bytes: Uint8Array): number {
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
 * The name of a ZIP's entry. Old tools do not say that a name is UTF-8 where it is; those of Windows and DOS write
 * it in the code page of their console, others in that of their windows.
 */
export function decodeName(bytes: Uint8Array, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: !isUtf8 }).decode(bytes)
  } catch {
    // In Windows-1252 these are signs, in code page 437 letters with accents.
    const isCp437 = bytes.some((byte) => byte >= 0x80 && byte <= 0xa5)
    const latin = new TextDecoder('windows-1252').decode(bytes)
    if (!isCp437) return latin
    return Array.from(bytes, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : (cp437[byte - 0x80] ?? '_'),
    ).join('')
  }
}

/** From 0x80. */
const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ '
