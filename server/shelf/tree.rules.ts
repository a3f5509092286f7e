import type { TreeFolder } from '#contract/folders.ts'

/** Folders with the number of all prompts in them, at any depth. `counts`: of those directly in a folder. */
export function withTotals(
  folders: readonly Omit<TreeFolder, 'promptCount'>[],
  counts: ReadonlyMap<string, number>,
): TreeFolder[] {
  const inside = Map.groupBy(folders, ({ parentId }) => parentId)
  const outermostFirst = [...(inside.get(null) ?? [])]
  // The list grows while it is read.
  for (const { id } of outermostFirst) outermostFirst.push(...(inside.get(id) ?? []))
  const totals = new Map(counts)
  for (const { id, parentId } of outermostFirst.toReversed()) {
    if (parentId !== null) totals.set(parentId, (totals.get(parentId) ?? 0) + (totals.get(id) ?? 0))
  }
  return folders.map((folder) => ({ ...folder, promptCount: totals.get(folder.id) ?? 0 }))
}

type Named = { sort_key: string; name: string; id: string }

/** The order of lists. */
export function byName(one: Named, other: Named): number {
  return (
    compare(one.sort_key, other.sort_key) ||
    compare(one.name, other.name) ||
    compare(one.id, other.id)
  )
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
