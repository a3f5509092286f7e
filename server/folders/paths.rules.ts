import type { FolderCrumb } from '#contract/folders.ts'
import type { AncestorRow } from '#server/folders/folders.queries.ts'

/** Gives, by the rows of some folders and all that they lie in, the way from the root to each. */
export function pathsIn(rows: readonly AncestorRow[]): (id: string | null) => FolderCrumb[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    const path: FolderCrumb[] = []
    let row = id === null ? undefined : byId.get(id)
    while (row !== undefined) {
      path.push({ id: row.id, name: row.name })
      row = row.parent_id === null ? undefined : byId.get(row.parent_id)
    }
    return path.toReversed()
  }
}
