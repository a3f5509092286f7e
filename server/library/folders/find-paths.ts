import type { PathFolder } from '#contract/library/folders.ts'
import { limits } from '#contract/core/limits.ts'
import type { Database } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { listParents, type ParentRow } from '#server/library/folders/folders.queries.ts'
import { pathsIn, type FolderPath } from '#server/library/folders/paths.rules.ts'

/** Rows that the main thread reads in a millisecond or two. Few paths are longer. */
const quicklyRead = 200

/** Lists folders and their ancestors, in no order, and none above the folder `top`. */
export async function listUpwards(
  { main, background }: Database,
  owner: OwnerNo,
  ids: readonly string[],
  top?: string,
): Promise<ParentRow[]> {
  const rows = await listParents(main, owner, ids, { limit: quicklyRead, top })
  if (rows.length < quicklyRead) return rows
  return listParents(background, owner, ids, { limit: limits.folders, top })
}

/**
 * Finds the paths from the root to the given folders. Returns a function from a folder to its path; the path of the root
 * (null) is empty. With `top`, paths begin at that folder.
 */
export async function findPaths(
  db: Database,
  owner: OwnerNo,
  ids: readonly (string | null)[],
  top?: string,
): Promise<(id: string | null) => PathFolder[]> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return () => []
  const rows = await listUpwards(db, owner, wanted, top)
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
