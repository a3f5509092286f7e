/** Bits per row, one for each hash of a trigram. With fewer, more texts without a needle pass. */
const buckets = 8_192
const rowsInBlock = 1_024
const wordsInBlock = rowsInBlock / 32

/**
 * Excludes texts that cannot contain a needle, by their trigrams. Texts have row numbers. Takes a megabyte per 1,024
 * rows, which are never reused.
 */
export class TrigramFilter {
  readonly #blocks: Uint32Array[] = []
  #rows = 0

  /** Adds a text and returns its row. */
  add(text: string): number {
    const row = this.#rows++
    const at = row % rowsInBlock
    const block = (this.#blocks[Math.floor(row / rowsInBlock)] ??= new Uint32Array(
      buckets * wordsInBlock,
    ))
    const word = at >>> 5
    const bit = 1 << (at & 31)
    forEachBucket(text, (bucket) => {
      const index = bucket * wordsInBlock + word
      block[index] = (block[index] ?? 0) | bit
    })
    return row
  }

  /** Returns whether the text of a row may contain all needles. */
  find(needles: readonly string[]): (row: number) => boolean {
    const wanted = new Set<number>()
    for (const needle of needles) forEachBucket(needle, (bucket) => wanted.add(bucket))
    const rows = this.#blocks.map((block) => {
      const left = new Uint32Array(wordsInBlock).fill(0xffffffff)
      for (const bucket of wanted) {
        const from = bucket * wordsInBlock
        for (let word = 0; word < wordsInBlock; word++) {
          left[word] = (left[word] ?? 0) & (block[from + word] ?? 0)
        }
      }
      return left
    })
    return (row) => {
      const word = rows[Math.floor(row / rowsInBlock)]?.[(row % rowsInBlock) >>> 5] ?? 0
      return (word & (1 << (row & 31))) !== 0
    }
  }
}

/** Visits the bucket of each trigram of a text, as UTF-16 units. */
function forEachBucket(text: string, visit: (bucket: number) => void): void {
  let one = text.charCodeAt(0)
  let two = text.charCodeAt(1)
  for (let at = 2; at < text.length; at++) {
    const three = text.charCodeAt(at)
    visit((Math.imul(Math.imul(one, 47) + two, 43) + three) & (buckets - 1))
    one = two
    two = three
  }
}
