import { crc32, deflateRawSync } from 'node:zlib'

export type RawEntry = {
  /** As bytes if it is not UTF-8. */
  name: string | Uint8Array
  content?: string | Uint8Array
  flags?: number
  /** 0: stored; 8: deflated. */
  method?: number
  /** Uses the bytes of the previous entry. */
  repeatsPrevious?: boolean
}

const utf8Flag = 0x800

/** Builds a ZIP with arbitrary contents, including some that no honest tool writes. */
export function rawZip(entries: readonly RawEntry[], ending = new Uint8Array()): Uint8Array {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  let last = 0
  for (const { name, content = '', method = 0, repeatsPrevious, ...rest } of entries) {
    const nameBytes = Buffer.from(name)
    const flags = rest.flags ?? (typeof name === 'string' ? utf8Flag : 0)
    const bytes = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(bytes) : bytes
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(flags, 2)
    fields.writeUInt16LE(method, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(bytes.length, 18)
    fields.writeUInt16LE(nameBytes.length, 22)
    if (!repeatsPrevious) {
      last = offset
      const local = [Buffer.from('PK\x03\x04', 'latin1'), fields, nameBytes, packed]
      parts.push(...local)
      offset += local.reduce((sum, { length }) => sum + length, 0)
    }
    const rest2 = Buffer.alloc(14)
    rest2.writeUInt32LE(last, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, rest2, nameBytes)
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length & 0xffff, 4)
  end.writeUInt16LE(entries.length & 0xffff, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end, ending])
}
