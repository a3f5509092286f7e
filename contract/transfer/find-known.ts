import { groupBy } from '#contract/core/group-by.ts'
import type { Client } from '#contract/core/client.ts'
import { exportCalls } from './export.ts'
import { LibraryFile, type FileFolder, type FilePrompt } from './library-file.ts'

/** The key of a name in a folder; null is the root. */
export function placeKey(folderId: string | null, name: string): string {
  return `${folderId ?? ''}\n${name.trim()}`
}

/**
 * Maps folders of a file to those of the library with the same path below `into`; null is the root. Parents come first.
 * Equal names are paired in order.
 */
export function findFolders(
  folders: readonly FileFolder[],
  tree: readonly { id: string; parentId: string | null; name: string }[],
  into: string | null,
): Map<string, string> {
  const found = new Map<string, string>()
  const left = groupBy(tree, ({ parentId, name }) => placeKey(parentId, name))
  const inFile = new Set(folders.map(({ id }) => id))
  for (const { id, parentId, name } of folders) {
    const place = parentId !== null && inFile.has(parentId) ? found.get(parentId) : into
    const same = place === undefined ? undefined : left.get(placeKey(place, name))?.shift()
    if (same !== undefined) found.set(id, same.id)
  }
  return found
}

/** Fewer than a call allows, since texts may be long. */
const comparedPerCall = 100

const compareTexts = { ...exportCalls.exportSelection, answer: LibraryFile }

type Options = {
  signal?: AbortSignal
  /** The maximum number of prompts to compare per key. Default: all. */
  most?: number
}

/**
 * Returns the indexes of prompts of a file that the library has with the same key and text. Each prompt of the library
 * is matched once.
 *
 * @param keyOf such as the name; undefined for a prompt that cannot be in the library
 * @param known prompts of the library, by key
 */
export async function findSame(
  send: Client,
  prompts: readonly FilePrompt[],
  keyOf: (prompt: FilePrompt) => string | undefined,
  known: ReadonlyMap<string, readonly { id: string }[]>,
  { most, ...options }: Options = {},
): Promise<Set<number>> {
  const keys = new Map<string, string>()
  for (const key of new Set(prompts.map(keyOf))) {
    if (key === undefined) continue
    for (const { id } of known.get(key)?.slice(0, most) ?? []) keys.set(id, key)
  }
  const ids = [...keys.keys()]
  const left = new Map<string, number>()
  for (let from = 0; from < ids.length; from += comparedPerCall) {
    const promptIds = ids.slice(from, from + comparedPerCall)
    const input = { promptIds, folderIds: [], isCompared: true }
    const { prompts: there } = await send(compareTexts, input, options)
    for (const { id, prompt } of there) {
      const content = JSON.stringify([keys.get(id), prompt])
      left.set(content, (left.get(content) ?? 0) + 1)
    }
  }
  const same = new Set<number>()
  for (const [at, prompt] of prompts.entries()) {
    const content = JSON.stringify([keyOf(prompt), prompt.prompt])
    const count = left.get(content) ?? 0
    if (count > 0) same.add(at)
    left.set(content, count - 1)
  }
  return same
}
