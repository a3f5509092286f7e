import type { TreeFolder } from './folders.ts'

/**
 * Adds to folders the number of prompts in them at any depth. `counts` has the number of prompts directly in each
 * folder. A cycle of folders is broken by moving one of them to the root.
 */
export function withTotals(
  folders: readonly Omit<TreeFolder, 'promptCount'>[],
  counts: ReadonlyMap<string, number>,
): TreeFolder[] {
  const inside = Map.groupBy(folders, ({ parentId }) => parentId)
  const storedParents = new Map(folders.map(({ id, parentId }) => [id, parentId]))
  /** Ordered from the outermost folder to the innermost. */
  const parents = new Map<string, string | null>()
  for (const { id } of inside.get(null) ?? []) placeWithin(id)
  for (const { id } of folders) if (!parents.has(id)) placeWithin(findTop(id))
  const totals = new Map(counts)
  for (const [id, parentId] of [...parents].toReversed()) {
    if (parentId !== null) totals.set(parentId, (totals.get(parentId) ?? 0) + (totals.get(id) ?? 0))
  }
  return folders.map((folder) => ({
    ...folder,
    parentId: parents.get(folder.id) ?? null,
    promptCount: totals.get(folder.id) ?? 0,
  }))

  /** Places a folder at the root, with everything in it. */
  function placeWithin(top: string) {
    parents.set(top, null)
    const waiting = [top]
    // The list grows while it is iterated.
    for (const parentId of waiting) {
      for (const { id } of inside.get(parentId) ?? []) {
        if (parents.has(id)) continue
        parents.set(id, parentId)
        waiting.push(id)
      }
    }
  }

  /** Returns a folder of the cycle above a folder. */
  function findTop(id: string): string {
    const path = new Set<string>()
    let top = id
    for (let at: string | null | undefined = id; at && !path.has(at); at = storedParents.get(at)) {
      path.add(at)
      top = at
    }
    return top
  }
}
