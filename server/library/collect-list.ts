import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '#contract/core/limits.ts'
import type { Database, Handle } from '#server/db/database.ts'

/** Rows per page; reading one takes a few milliseconds. */
export const rowsInPage = 250
const rowsCounted = 50
/** Up to here, sending rows from SQLite's background process would take longer than reading them. */
const rowsReadOnMain = 2_500

/**
 * Reads a list in pages, so that a long one does not block other requests: the first pages, which usually hold the whole
 * list, on the main thread and the rest in the background. `hasMore` is true if the list was cut off at
 * `limits.listBytes` of JSON.
 */
export async function collectList<Row>(
  { main, background }: Database,
  listAfter: (db: Handle, after: Row | undefined) => Promise<Row[]>,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  const rows: Row[] = []
  let bytes = 0
  let page = await listAfter(main, undefined)
  while (page.length > 0) {
    if (bytes >= limits.listBytes) return { rows, hasMore: true }
    rows.push(...page)
    if (page.length < rowsInPage) break
    // In parts: longer strings would stay in memory until the next full collection.
    for (let from = 0; from < rowsInPage; from += rowsCounted) {
      bytes += Buffer.byteLength(JSON.stringify(page.slice(from, from + rowsCounted)))
    }
    await nextTurn()
    page = await listAfter(rows.length < rowsReadOnMain ? main : background, page.at(-1))
  }
  return { rows, hasMore: false }
}
