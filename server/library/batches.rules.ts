/** Indexing this much takes some hundredths of a second, during which other writers wait. */
const bytesAtOnce = 500_000

/** Returns as many of the first rows as fit one transaction, and at least one. */
export function firstBatch<Row extends { bytes: number }>(rows: readonly Row[]): Row[] {
  let bytes = 0
  const end = rows.findIndex((row, at) => (bytes += row.bytes) > bytesAtOnce && at > 0)
  return rows.slice(0, end === -1 ? undefined : end)
}
