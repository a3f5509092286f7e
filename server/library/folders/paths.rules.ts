import { limits } from '#contract/core/limits.ts'
import type { ParentRow } from '#server/library/folders/folders.queries.ts'

/**
 * A path with its outermost folders first. A long path lacks `leftOut` folders between its two halves.
 */
export type FolderPath = { ids: string[]; leftOut: number }

type Known = { depth: number; outermost: readonly string[] }

const half = limits.pathFolders / 2
const root: Known = { depth: 0, outermost: [] }

/**
 * Returns a function from a folder to its path. `rows` holds the folders and their ancestors. Each folder is
 * visited once, however many paths contain it. In a cycle, the path begins at one of its folders.
 */
export function pathsIn(
  rows: readonly Omit<ParentRow, 'name'>[],
): (id: string | null) => FolderPath {
  const parentOf = new Map(rows.map((row) => [row.id, row.parent_id]))
  const known = new Map<string, Known>()

  function find(id: string): Known {
    const unknown = new Set<string>()
    let at: string | null = id
    while (at !== null && !known.has(at) && !unknown.has(at) && parentOf.has(at)) {
      unknown.add(at)
      at = parentOf.get(at) ?? null
    }
    let found = (at === null ? undefined : known.get(at)) ?? root
    for (const folder of [...unknown].toReversed()) {
      const { depth, outermost } = found
      found = {
        depth: depth + 1,
        outermost: outermost.length < half ? [...outermost, folder] : outermost,
      }
      known.set(folder, found)
    }
    return found
  }

  return (id) => {
    if (id === null) return { ids: [], leftOut: 0 }
    const { depth, outermost } = find(id)
    const innermost: string[] = []
    let at: string | null = id
    while (at !== null && innermost.length < Math.min(half, depth - outermost.length)) {
      innermost.push(at)
      at = parentOf.get(at) ?? null
    }
    const ids = [...outermost, ...innermost.toReversed()]
    return { ids, leftOut: depth - ids.length }
  }
}

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
