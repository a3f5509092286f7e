import { limits } from '#contract/core/limits.ts'
import { groupBy } from '#contract/core/group-by.ts'
import type { ImportEntry } from './import.ts'
import type { FileFolder, FilePrompt, FileVersion, LibraryFile } from './library-file.ts'

type Options = {
  /** The id of the folder to import into; null for the root. */
  into?: string | null
  /** Folders of the file that already exist in the library: their ids, by the ids in the file. */
  existing?: ReadonlyMap<string, string>
}

/** The entries that import a file, each after those it refers to. */
export function toEntries(
  library: LibraryFile,
  { into = null, existing = new Map() }: Options = {},
): ImportEntry[] {
  const entries: ImportEntry[] = []
  const folders = new Map<string, number | string>(existing)
  const versions = groupBy(library.versions, ({ promptId }) => promptId)
  for (const folder of outermostFirst(library.folders)) {
    if (!existing.has(folder.id)) addFolder(folder)
  }
  for (const prompt of library.prompts) addPrompt(prompt)
  const foldersOf = groupBy(library.trashedFolders, ({ trashId }) => trashId)
  const promptsOf = groupBy(library.trashedPrompts, ({ trashId }) => trashId)
  for (const { id, name, color, deletedAt } of library.trash) {
    const deleted = entries.push({ kind: 'deleted', name, color, deletedAt }) - 1
    for (const folder of outermostFirst(foldersOf.get(id) ?? [])) addFolder(folder, deleted)
    for (const prompt of promptsOf.get(id) ?? []) addPrompt(prompt, deleted)
  }
  return entries

  function addFolder({ id, parentId, ...folder }: FileFolder, deleted?: number): void {
    const { name, color, isFavourite } = folder
    const entry = {
      kind: 'folder',
      in: placeOf(parentId),
      name,
      color,
      isFavourite,
      deleted,
    } as const
    const at = entries.push(entry) - 1
    folders.set(id, at)
  }

  function addPrompt(given: FilePrompt, deleted?: number): void {
    const { id, folderId, valueSets, ...prompt } = given
    const of = entries.push({ kind: 'prompt', ...prompt, in: placeOf(folderId), deleted }) - 1
    if (valueSets.length > 0) entries.push({ kind: 'values', of, valueSets })
    for (const version of versions.get(id) ?? []) entries.push(toVersion(version, of))
  }

  function placeOf(folderId: string | null): number | string | null {
    return (folderId === null ? undefined : folders.get(folderId)) ?? into
  }
}

function toVersion(version: FileVersion, of: number): ImportEntry {
  const { promptId: _promptId, ...texts } = version
  return { kind: 'version', of, ...texts }
}

/** Sorts every folder after its parent. Folders in a cycle come last. */
function outermostFirst<Folder extends FileFolder>(folders: readonly Folder[]): Folder[] {
  const ids = new Set(folders.map(({ id }) => id))
  const inside = groupBy(folders, ({ parentId }) => parentId)
  const sorted = new Set(folders.filter(({ parentId }) => parentId === null || !ids.has(parentId)))
  // The set grows while it is iterated.
  for (const { id } of sorted) for (const folder of inside.get(id) ?? []) sorted.add(folder)
  for (const folder of folders) sorted.add(folder)
  return [...sorted]
}

/** Reserves space for the rest of a request. */
const batchBytes = limits.requestBytes - 2_000

/** Splits an import into batches that each fit in a request. */
export function* inBatches(
  entries: readonly ImportEntry[],
): Generator<{ from: number; entries: ImportEntry[] }> {
  const encoder = new TextEncoder()
  let from = 0
  let bytes = 0
  for (const [at, entry] of entries.entries()) {
    const size = encoder.encode(JSON.stringify(entry)).length + 1
    if (at > from && (at - from === limits.importBatch || bytes + size > batchBytes)) {
      yield { from, entries: entries.slice(from, at) }
      from = at
      bytes = 0
    }
    bytes += size
  }
  if (from < entries.length) yield { from, entries: entries.slice(from) }
}
