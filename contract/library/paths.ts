import { limits } from '#contract/core/limits.ts'
import type { PathFolder } from './folders.ts'

type Placed = { parentId: string | null; name: string }
type Known = { depth: number; outermost: readonly string[] }

const half = limits.pathFolders / 2
const root: Known = { depth: 0, outermost: [] }

/**
 * Returns a function from a folder to its path, itself included; empty for the root and for an unknown folder. A long
 * path is shortened in the middle. `folders` holds the folders and their ancestors. Each folder is visited once,
 * however many paths contain it. In a cycle, the path begins at one of its folders.
 */
export function pathsIn(
  folders: Pick<ReadonlyMap<string, Placed>, 'get'>,
): (id: string | null) => PathFolder[] {
  const known = new Map<string, Known>()

  function find(id: string): Known {
    const unknown = new Set<string>()
    let at: string | null = id
    while (at !== null && !known.has(at) && !unknown.has(at)) {
      const folder = folders.get(at)
      if (folder === undefined) break
      unknown.add(at)
      at = folder.parentId
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
    if (id === null) return []
    const { depth, outermost } = find(id)
    const innermost: string[] = []
    let at: string | null = id
    while (at !== null && innermost.length < Math.min(half, depth - outermost.length)) {
      innermost.push(at)
      at = folders.get(at)?.parentId ?? null
    }
    const ids = [...outermost, ...innermost.toReversed()]
    const leftOut = depth - ids.length
    return ids.map((id, at) => ({
      id,
      name: folders.get(id)?.name ?? '',
      ...(leftOut > 0 && at === half && { leftOutBefore: leftOut }),
    }))
  }
}
