import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import type { Database, Handle } from '#server/db/database.ts'

/** Takes a few milliseconds to read. */
export const rowsInPiece = 250
/** Sending so few rows from SQLite's background process would take longer than reading them. */
const rowsReadOnMain = 2_500

/**
 * Reads a list in pieces, so that a long one does not block other requests: the first pieces, which are usually all of
 * it, on the main thread and the others in the background. `hasMore` is true if the list was cut off at
 * `limits.listBytes` of JSON.
 */
export async function collectList<Row>(
  { main, background }: Database,
  listAfter: (db: Handle, after: Row | undefined) => Promise<Row[]>,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  const rows: Row[] = []
  let bytes = 0
  let piece = await listAfter(main, undefined)
  while (piece.length > 0) {
    if (bytes >= limits.listBytes) return { rows, hasMore: true }
    rows.push(...piece)
    if (piece.length < rowsInPiece) break
    // Row by row: longer strings would stay in memory until the next full collection.
    for (const row of piece) bytes += Buffer.byteLength(JSON.stringify(row))
    await nextTurn()
    piece = await listAfter(rows.length < rowsReadOnMain ? main : background, piece.at(-1))
  }
  return { rows, hasMore: false }
}
