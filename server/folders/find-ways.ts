import type { FolderCrumb } from '#contract/folders.ts'
import { limits } from '#contract/limits.ts'
import type { Database } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { listParents } from '#server/folders/folders.queries.ts'
import { waysIn, type Way } from '#server/folders/ways.rules.ts'

/** Takes the main thread a millisecond or two. Few paths are as long. */
const quicklyRead = 200

/**
 * Finds the paths from the root to some folders. Returns a function from a folder to its path; that of null,
 * the root, is empty.
 */
export async function findWays(
  { main, background }: Database,
  owner: OwnerNo,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => FolderCrumb[]> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return () => []
  let rows = await listParents(main, owner, wanted, quicklyRead)
  if (rows.length === quicklyRead) {
    rows = await listParents(background, owner, wanted, limits.folders)
  }
  const wayTo = waysIn(rows)
  const ways = new Map(wanted.map((id) => [id, wayTo(id)]))
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id) => {
    const way = id === null ? undefined : ways.get(id)
    return way === undefined ? [] : toCrumbs(way, names)
  }
}

function toCrumbs({ ids, leftOut }: Way, names: ReadonlyMap<string, string>): FolderCrumb[] {
  return ids.map((id, at) => ({
    id,
    name: names.get(id) ?? '',
    ...(leftOut > 0 && at === limits.pathFolders / 2 && { leftOutBefore: leftOut }),
  }))
}
