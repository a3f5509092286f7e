import { groupBy } from '#contract/core/group-by.ts'
import { pathKey } from '#cli/sync/place-folders.ts'
import type { LocalFile } from '#cli/sync/read-directory.ts'
import type { SyncState } from '#cli/sync/sync-state.ts'

export type Matched = {
  /** By the ids of prompts. */
  here: Map<string, LocalFile>
  /** Files without a prompt yet. */
  newcomers: LocalFile[]
}

/**
 * Determines which file is which prompt: by the id in it, else by its path. If several files share an id, the one at
 * the known path is the prompt, and the others are copies: new prompts.
 *
 * @param isKnown whether the library or the last state has a prompt
 */
export function matchFiles(
  files: readonly LocalFile[],
  state: Pick<SyncState, 'prompts'>,
  isKnown: (id: string) => boolean,
): Matched {
  const here = new Map<string, LocalFile>()
  const newcomers: LocalFile[] = []
  const isAtHome = (file: LocalFile) => Number(state.prompts[file.id ?? '']?.path === file.path)
  const inOrder = files.toSorted(
    (one, other) => says(other) - says(one) || isAtHome(other) - isAtHome(one),
  )
  for (const file of inOrder) {
    if (file.id !== undefined && isKnown(file.id) && !here.has(file.id)) here.set(file.id, file)
    else newcomers.push(file)
  }
  return { here, newcomers }
}

/**
 * Finds existing prompts of the library for new files: those that a killed run has created, and those with the same
 * content. Each is found once.
 *
 * @param fresh the contents of prompts that only the library has, by their ids
 */
export function adoptFiles(
  newcomers: readonly LocalFile[],
  fresh: ReadonlyMap<string, string>,
  { creating, created = {} }: Pick<SyncState, 'creating' | 'created'>,
): Map<LocalFile, { id: string; base: string }> {
  const adopted = new Map<LocalFile, { id: string; base: string }>()
  for (const file of newcomers) {
    const id = created[file.path]
    if (id !== undefined && fresh.has(id))
      adopted.set(file, { id, base: creating[file.path] ?? '' })
  }
  const found = new Set([...adopted.values()].map(({ id }) => id))
  const others = [...fresh].filter(([id]) => !found.has(id))
  const byHash = groupBy(others, ([, hash]) => hash)
  for (const file of newcomers) {
    if (adopted.has(file)) continue
    for (const base of [file.hash, creating[file.path]]) {
      const [id] = byHash.get(base ?? '')?.shift() ?? []
      if (id === undefined || base === undefined) continue
      adopted.set(file, { id, base })
      break
    }
  }
  return adopted
}

/** Ids in the files themselves take precedence over those of their paths. */
function says({ read }: LocalFile): number {
  return Number(read === undefined || read.id !== undefined)
}

/** Finds the value of a path, even if a file system spells it differently. */
export class PathMap<Value> {
  readonly #exact: ReadonlyMap<string, Value>
  readonly #folded: ReadonlyMap<string, Value>

  constructor(entries: readonly (readonly [string, Value])[]) {
    this.#exact = new Map(entries)
    this.#folded = new Map(entries.map(([path, value]) => [pathKey(path), value]))
  }

  get(path: string): Value | undefined {
    return this.#exact.get(path) ?? this.#folded.get(pathKey(path))
  }
}
