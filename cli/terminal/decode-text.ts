/** Decodes bytes in UTF-8, or in UTF-16 with a byte order mark, which is dropped; undefined for anything else. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // Text has no NUL, but many binary files do.
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
