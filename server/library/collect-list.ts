import { limits } from '#contract/limits.ts'
import type { Database, Handle } from '#server/db/database.ts'

/** As many as are read, and made an answer of, in a few milliseconds. */
export const rowsInPiece = 250

/**
 * A list's rows as the inside of a JSON array, read piece by piece so that a long one holds up no other request: the first
 * piece, which is mostly all, on the main thread, and the others beside it. `hasMore` is true where the list
 * ended for its length (`limits.listBytes`).
 */
export async function collectList<Row>(
  { main, background }: Database,
  listAfter: (db: Handle, after: Row | undefined) => Promise<Row[]>,
  toJson: (row: Row) => string,
): Promise<{ json: string; hasMore: boolean }> {
  const pieces: string[] = []
  let bytes = 0
  let rows = await listAfter(main, undefined)
  while (rows.length > 0 && bytes < limits.listBytes) {
    const piece = rows.map(toJson).join(',')
    pieces.push(piece)
    bytes += Buffer.byteLength(piece)
    if (rows.length < rowsInPiece) rows = []
    else rows = await listAfter(background, rows.at(-1))
  }
  return { json: pieces.join(','), hasMore: rows.length > 0 }
}
