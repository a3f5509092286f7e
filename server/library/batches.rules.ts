/** Takes some hundredths of a second to index, for which other writers wait. */
const bytesAtOnce = 500_000

/** The first of some rows, as many as one transaction takes: one at least. */
export function firstBatch<Row extends { bytes: number }>(rows: readonly Row[]): Row[] {
  let bytes = 0
  const end = rows.findIndex((row, at) => (bytes += row.bytes) > bytesAtOnce && at > 0)
  return rows.slice(0, end === -1 ? undefined : end)
}
