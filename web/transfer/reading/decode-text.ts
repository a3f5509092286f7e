/**
 * The text of a file: UTF-8, UTF-16 where it says so, and otherwise Windows-1252, which any bytes are.
 * `guessedAt`: the line with the first byte that is no UTF-8. Undefined where the bytes are no text.
 */
export function decodeText(bytes: Uint8Array): { text: string; guessedAt?: number } | undefined {
  const encoding = utf16Of(bytes)
  if (encoding) return { text: new TextDecoder(encoding).decode(bytes) }
  if (bytes.subarray(0, seenForText).includes(0)) return undefined
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return {
      text: new TextDecoder('windows-1252').decode(bytes),
      guessedAt: lineOfBroken(bytes),
    }
  }
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
