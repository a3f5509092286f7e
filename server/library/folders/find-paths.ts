import type { PathFolder } from '#contract/library/folders.ts'
import { pathsIn } from '#contract/library/paths.ts'
import { limits } from '#contract/core/limits.ts'
import type { Database } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { listParents, type ParentRow } from '#server/library/folders/folders.queries.ts'

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
  const folders = rows.map(
    ({ id, parent_id, name }) => [id, { parentId: parent_id, name }] as const,
  )
  return pathsIn(new Map(folders))
}
