import type { PathFolder } from '#contract/folders.ts'
import { limits } from '#contract/limits.ts'
import type { Database } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { listParents } from '#server/folders/folders.queries.ts'
import { pathsIn, type FolderPath } from '#server/folders/paths.rules.ts'

/** Rows that the main thread reads in a millisecond or two. Few paths are longer. */
const quicklyRead = 200

/**
 * Finds the paths from the root to the given folders. Returns a function from a folder to its path; the path of the root
 * (null) is empty.
 */
export async function findPaths(
  { main, background }: Database,
  owner: OwnerNo,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => PathFolder[]> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return () => []
  let rows = await listParents(main, owner, wanted, quicklyRead)
  if (rows.length === quicklyRead) {
    rows = await listParents(background, owner, wanted, limits.folders)
  }
  const pathTo = pathsIn(rows)
  const paths = new Map(wanted.map((id) => [id, pathTo(id)]))
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id) => {
    const path = id === null ? undefined : paths.get(id)
    return path === undefined ? [] : toBreadcrumb(path, names)
  }
}

function toBreadcrumb(
  { ids, leftOut }: FolderPath,
  names: ReadonlyMap<string, string>,
): PathFolder[] {
  return ids.map((id, at) => ({
    id,
    name: names.get(id) ?? '',
    ...(leftOut > 0 && at === limits.pathFolders / 2 && { leftOutBefore: leftOut }),
  }))
}
