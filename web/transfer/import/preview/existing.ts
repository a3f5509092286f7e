import * as z from 'zod/mini'
import { exportCalls } from '#contract/transfer/export.ts'
import { LibraryFile } from '#contract/transfer/library-file.ts'
import { limits } from '#contract/core/limits.ts'
import type { PromptName } from '#contract/library/shelf.ts'
import { send } from '#web/api/send.ts'
import type { FolderTree } from '#web/library/tree/folder-tree.ts'
import type { ImportTree } from './import-tree.ts'

/**
 * Maps folders of a file to existing folders with the same path below `into`; null is the root. Duplicate names are
 * paired in order.
 */
export function findFolders(
  { library, branches }: ImportTree,
  tree: FolderTree,
  into: string | null,
): Map<string, string> {
  const found = new Map<string, string>()
  const taken = new Set<string>()
  for (const [at, { id, name }] of library.folders.entries()) {
    const parent = branches[at]?.parent ?? null
    const place = parent === null ? into : found.get(library.folders[parent]?.id ?? '')
    if (place === undefined) continue
    const same = tree
      .foldersIn(place)
      .find((folder) => folder.name === name.trim() && !taken.has(folder.id))
    if (!same) continue
    taken.add(same.id)
    found.set(id, same.id)
  }
  return found
}

/** In ids: of names such as "Untitled", a library may have thousands. */
const mostNamesakes = 20

/** Maps prompts of a file, by index, to the ids of existing prompts with the same name, in any folder. */
export function findNamesakes(
  { library }: Pick<ImportTree, 'library'>,
  names: readonly Pick<PromptName, 'id' | 'name'>[],
): Map<number, string[]> {
  const known = new Map<string, string[]>()
  for (const { id, name } of names) {
    const ids = known.get(name)
    if (!ids) known.set(name, [id])
    else if (ids.length < mostNamesakes) ids.push(id)
  }
  const found = new Map<number, string[]>()
  for (const [at, { name }] of library.prompts.entries()) {
    const ids = known.get(name.trim())
    if (ids) found.set(at, ids)
  }
  return found
}

/** Fewer than a call allows, since bodies may be long. */
const comparedPerCall = Math.min(100, limits.selection)

/** Returns the indexes of prompts whose text equals that of a namesake. Each namesake is matched once. */
export async function findSame(
  { library }: ImportTree,
  namesakes: ReadonlyMap<number, readonly string[]>,
  signal: AbortSignal,
): Promise<Set<number>> {
  const ids = [...new Set([...namesakes.values()].flat())]
  const texts = new Map<string, string>()
  for (let from = 0; from < ids.length; from += comparedPerCall) {
    const promptIds = ids.slice(from, from + comparedPerCall)
    const input = { promptIds, folderIds: [], isCompared: true }
    const file = z.parse(LibraryFile, await send(exportCalls.exportSelection, input, { signal }))
    for (const { id, prompt } of file.prompts) texts.set(id, prompt)
  }
  const same = new Set<number>()
  const taken = new Set<string>()
  for (const [at, ids] of namesakes) {
    const text = library.prompts[at]?.prompt
    const id = ids.find((id) => texts.get(id) === text && !taken.has(id))
    if (id === undefined) continue
    taken.add(id)
    same.add(at)
  }
  return same
}
