import { parentOf, pathKey } from '#cli/sync/place-folders.ts'
import type { LocalDirectory } from '#cli/sync/read-directory.ts'
import type { SyncState } from '#cli/sync/sync-state.ts'

/** A folder whose directory now has another name. */
export type Renamed = { id: string; from: string; to: string }

/**
 * Finds an outermost directory that was renamed here: it no longer exists, and all its files are in a new one next to
 * it, at the same paths inside. Some files may have been deleted in the meantime, but not all.
 */
export function findRenamed(
  { folders, prompts }: Pick<SyncState, 'folders' | 'prompts'>,
  { directories, files }: Pick<LocalDirectory, 'directories' | 'files'>,
): Renamed | undefined {
  const taken = new Set(Object.values(folders).map(({ path }) => pathKey(path)))
  const paths = new Map(files.map(({ id, path }) => [id, path]))
  const gone = Object.entries(folders)
    .map(([id, { path }]) => ({ id, from: path }))
    .filter(({ from }) => !directories.has(from))
    .toSorted((one, other) => one.from.length - other.from.length)
  for (const { id, from } of gone) {
    const targets = new Set(
      Object.entries(prompts).flatMap(([promptId, { path: previous }]) => {
        const path = paths.get(promptId)
        if (path === undefined || !previous.startsWith(`${from}/`)) return []
        const inside = previous.slice(from.length)
        return path.endsWith(inside) ? path.slice(0, -inside.length) : ''
      }),
    )
    const [to = ''] = targets
    const isRenamed = targets.size === 1 && to !== '' && parentOf(to) === parentOf(from)
    if (isRenamed && !taken.has(pathKey(to))) return { id, from, to }
  }
  return undefined
}
