import { deflateSync, Zip, ZipPassThrough } from 'fflate'

/** A file to write, by its path with `/` between folders. */
export type WrittenFile = { path: string; text: string; changedAt?: string | undefined }

/** Yields a ZIP in chunks. */
export function* writeZip(files: Iterable<WrittenFile>): Generator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  const encoder = new TextEncoder()
  for (const { path, text, changedAt } of files) {
    const file = new SmallFile(path)
    file.mtime = toMtime(changedAt)
    zip.add(file)
    file.push(encoder.encode(text), true)
    yield* pieces.splice(0)
  }
  zip.end()
  yield* pieces
}

/** Deflates a file in one call. A stream for each file would allocate buffers and take six times as long. */
class SmallFile extends ZipPassThrough {
  override compression = 8

  protected override process(bytes: Uint8Array, isLast: boolean): void {
    this.ondata(null, deflateSync(bytes), isLast)
  }
}

/** Returns a date that a ZIP can store: from 1980 to 2099. */
function toMtime(moment: string | undefined): Date {
  const date = new Date(moment ?? '')
  const year = date.getFullYear()
  return year >= 1980 && year <= 2099 ? date : new Date(1980, 0, 1)
}
