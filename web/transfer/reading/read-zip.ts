import { Inflate, inflateSync } from 'fflate'
import { decodeName } from './decode-text.ts'

/** An entry of a ZIP's central directory. */
export type ZipEntry = {
  name: string
  isFolder: boolean
  isEncrypted: boolean
  method: number
  /** Compressed size. */
  bytes: number
  /** Declared uncompressed size. */
  size: number
  crc: number
  offset: number
}

export class BrokenZip extends Error {}
/** An entry unpacks to more than the limit. */
export class TooLarge extends Error {}

const signatures = {
  local: 0x04034b50,
  entry: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
}
const longestDirectory = 64 * 1024 * 1024

/** Lists entries in the order of the directory: at most `most` + 1, so that callers notice if there are more. */
export async function listZip(file: Blob, most: number): Promise<ZipEntry[]> {
  const { offset, size } = await findDirectory(file)
  if (offset + size > file.size) throw new BrokenZip()
  const end = Math.min(offset + size, offset + longestDirectory)
  const view = viewOf(await file.slice(offset, end).arrayBuffer())
  const entries: ZipEntry[] = []
  for (let at = 0; at + 46 <= view.byteLength && entries.length <= most;) {
    if (view.getUint32(at, true) !== signatures.entry) throw new BrokenZip()
    const flags = view.getUint16(at + 8, true)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    ) as [number, number, number]
    const next = at + 46 + nameLength + extraLength + commentLength
    if (next > view.byteLength) {
      if (end < offset + size) break
      throw new BrokenZip()
    }
    const nameBytes = new Uint8Array(view.buffer, at + 46, nameLength)
    const name = decodeName(nameBytes, (flags & 0x800) !== 0)
    entries.push({
      name,
      isFolder: /[/\\]$/.test(name),
      isEncrypted: (flags & 1) !== 0,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      size: view.getUint32(at + 24, true),
      ...sizesOf(view, at, at + 46 + nameLength, extraLength),
    })
    at = next
  }
  return entries
}

async function findDirectory(file: Blob): Promise<{ offset: number; size: number }> {
  const from = Math.max(0, file.size - 65_557)
  const view = viewOf(await file.slice(from).arrayBuffer())
  let at = view.byteLength - 22
  while (at >= 0 && view.getUint32(at, true) !== signatures.end) at--
  if (at < 0) throw new BrokenZip()
  const size = view.getUint32(at + 12, true)
  const offset = view.getUint32(at + 16, true)
  const isLarge = offset === 0xffff_ffff || size === 0xffff_ffff
  if (!isLarge || at < 20 || view.getUint32(at - 20, true) !== signatures.locator64) {
    return { offset, size }
  }
  const end64 = Number(view.getBigUint64(at - 20 + 8, true))
  const large = viewOf(await file.slice(end64, end64 + 56).arrayBuffer())
  if (large.byteLength < 56 || large.getUint32(0, true) !== signatures.end64) throw new BrokenZip()
  return {
    size: Number(large.getBigUint64(40, true)),
    offset: Number(large.getBigUint64(48, true)),
  }
}

/** Reads the 64-bit sizes that ZIP64 stores in an extra field. */
function sizesOf(view: DataView, at: number, extraFrom: number, extraLength: number) {
  let bytes = view.getUint32(at + 20, true)
  let offset = view.getUint32(at + 42, true)
  const hasWholeSize = view.getUint32(at + 24, true) === 0xffff_ffff
  for (let field = extraFrom; field + 4 <= extraFrom + extraLength;) {
    const length = view.getUint16(field + 2, true)
    if (view.getUint16(field, true) === 1) {
      let value = field + 4 + (hasWholeSize ? 8 : 0)
      const isThere = () => value + 8 <= field + 4 + length && value + 8 <= view.byteLength
      if (bytes === 0xffff_ffff && isThere()) {
        bytes = Number(view.getBigUint64(value, true))
        value += 8
      }
      if (offset === 0xffff_ffff && isThere()) offset = Number(view.getBigUint64(value, true))
    }
    field += 4 + length
  }
  return { bytes, offset }
}

const windowBytes = 4 * 1024 * 1024
/** Small enough that the output is checked before it fills memory. */
const pieceBytes = 16 * 1024
/** Entries up to this size are inflated in one call, which is faster for many small files. */
const smallBytes = 256 * 1024

/** Returns a function that unpacks entries. Called in the order of offsets, it reads each part of the file once. */
export function openZip(file: Blob) {
  let windowFrom = 0
  let window = new Uint8Array()

  async function bytesAt(from: number, length: number): Promise<Uint8Array> {
    if (from < windowFrom || from + length > windowFrom + window.length) {
      const to = from + Math.max(length, windowBytes)
      window = new Uint8Array(await file.slice(from, to).arrayBuffer())
      windowFrom = from
    }
    const bytes = window.subarray(from - windowFrom, from - windowFrom + length)
    if (bytes.length < length) throw new BrokenZip()
    return bytes
  }

  /** Throws `TooLarge` as soon as the output exceeds `most` bytes. */
  return async function unpack(entry: ZipEntry, most: number): Promise<Uint8Array> {
    const header = viewOf(await bytesAt(entry.offset, 30))
    if (header.getUint32(0, true) !== signatures.local) throw new BrokenZip()
    const from = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
    if (entry.method === 0) {
      if (entry.bytes > most) throw new TooLarge()
      return checked(await bytesAt(from, entry.bytes), entry)
    }
    if (entry.bytes <= smallBytes && entry.size <= Math.min(most, smallBytes)) {
      return checked(inflateSmall(await bytesAt(from, entry.bytes), entry.size), entry)
    }
    const pieces: Uint8Array[] = []
    let length = 0
    const inflate = new Inflate((piece) => {
      length += piece.length
      if (length > most) throw new TooLarge()
      pieces.push(piece)
    })
    // Large entries are read in windows, so that they are never in memory as a whole.
    for (let done = 0; done < entry.bytes;) {
      const some = await bytesAt(from + done, Math.min(windowBytes, entry.bytes - done))
      for (let at = 0; at < some.length; at += pieceBytes) {
        const isLast = done + at + pieceBytes >= entry.bytes
        try {
          inflate.push(some.subarray(at, at + pieceBytes), isLast)
        } catch (error) {
          throw error instanceof TooLarge ? error : new BrokenZip()
        }
      }
      done += some.length
    }
    return checked(joined(pieces, length), entry)
  }
}

/** Inflates at most `size` bytes. */
function inflateSmall(bytes: Uint8Array, size: number): Uint8Array {
  try {
    return inflateSync(bytes, { out: new Uint8Array(size) })
  } catch {
    throw new BrokenZip()
  }
}

function checked(bytes: Uint8Array, { crc }: ZipEntry): Uint8Array {
  if (crcOf(bytes) !== crc) throw new BrokenZip()
  return bytes
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = pieces
  if (pieces.length === 1 && only) return only
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8)
  return ~crc >>> 0
}

function viewOf(bytes: ArrayBuffer | Uint8Array): DataView {
  return bytes instanceof Uint8Array
    ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new DataView(bytes)
}
