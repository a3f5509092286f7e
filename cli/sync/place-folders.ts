import type { ListedFolder } from '#contract/transfer/export.ts'
import { groupBy } from '#contract/core/group-by.ts'
import { limits } from '#contract/core/limits.ts'
import { toFileName, uniqueNames } from '#contract/transfer/markdown/file-names.ts'
import type { KnownFolder } from '#cli/sync/sync-state.ts'

/** Windows allows 260 characters for a whole path. */
const longestPath = 150
const deepestPath = 20

/**
 * Assigns each folder of the library a directory, by its id: its current one if the name is unchanged, else a free one
 * with a name that is valid in every file system. One that would be too deep is moved to the top.
 *
 * @param root the folder that the directory itself represents; null for the library
 */
export function placeFolders(
  folders: readonly ListedFolder[],
  root: string | null,
  known: Readonly<Record<string, KnownFolder>>,
): Map<string, KnownFolder> {
  const ids = new Set(folders.map(({ id }) => id))
  const inside = groupBy(
    folders.filter(({ id }) => id !== root),
    ({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : root),
  )
  const allocate = new Map<string, ReturnType<typeof uniqueNames>>()
  const uniqueIn = (path: string) => {
    const unique = allocate.get(path) ?? uniqueNames()
    allocate.set(path, unique)
    return unique
  }
  const placed = new Map<string, KnownFolder>()
  const waiting: { id: string | null; path: string }[] = [{ id: root, path: '' }]
  const place = (folder: ListedFolder, parent: string, name: string) => {
    const path = joinPath(parent, uniqueIn(parent)(name))
    placed.set(folder.id, { path, name: folder.name })
    waiting.push({ id: folder.id, path })
  }
  // Placed after all that have a directory: one that was moved to the top must not lose its name to a new one there.
  const unplaced: { folder: ListedFolder; parent: string }[] = []
  let next = 0
  // Both lists grow during the loops.
  for (const [at, { id, path }] of waiting.entries()) {
    const isTooLong = path.length > longestPath || path.split('/').length >= deepestPath
    const parent = isTooLong ? '' : path
    const children = (inside.get(id) ?? []).toSorted((one, other) => (one.id < other.id ? -1 : 1))
    for (const folder of children) {
      const previous = known[folder.id]
      const isUnchanged = previous?.name === folder.name && parentOf(previous.path) === parent
      if (isUnchanged) place(folder, parent, nameOf(previous.path))
      else unplaced.push({ folder, parent })
    }
    const first = at === waiting.length - 1 ? unplaced[next++] : undefined
    if (first) place(first.folder, first.parent, toDirectoryName(first.folder.name))
  }
  return placed
}

/** A directory must not have the name of a prompt's file. */
function toDirectoryName(name: string): string {
  const safe = toFileName(name)
  return /\.md$/i.test(safe) ? `${safe}_` : safe
}

/** The name of the folder that a directory becomes. */
export function toFolderName(path: string): string {
  return nameOf(path).normalize('NFC').trim().slice(0, limits.nameLength)
}

/** Paths have `/` between names, and no leading or trailing one. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function joinPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}/${name}`
}

/** Equal for paths that some file systems treat as the same. */
export function pathKey(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase()
}
