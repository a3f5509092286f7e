/** Sorts every folder after its parent. Cycles are broken and come last, at the root. */
export function outermostFirst<Row extends { id: string; parent_id: string | null }>(
  rows: readonly Row[],
): Row[] {
  const inside = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const ids = new Set(rows.map(({ id }) => id))
  const sorted = new Set(rows.filter(({ parent_id }) => parent_id === null || !ids.has(parent_id)))
  // The set grows while it is iterated.
  for (const { id } of sorted) for (const row of inside.get(id) ?? []) sorted.add(row)
  const others = rows.filter((row) => !sorted.has(row))
  return [...sorted, ...others.map((row) => ({ ...row, parent_id: null }))]
}
