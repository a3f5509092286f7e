import { isBodyTooLong } from '#contract/variables/body-length.ts'
import type { FileFolder, LibraryFile } from '#contract/transfer/library-file.ts'
import { toTreeRows, type RowPlace } from '#web/ui/tree/tree-rows.ts'

/** A folder of a file. Folders and prompts are indexes into the file's lists. */
type Branch = { parent: number | null; folders: number[]; prompts: number[] }

/** The contents of a file, by folder. */
export type ImportTree = {
  library: LibraryFile
  branches: readonly Branch[]
  rootFolders: readonly number[]
  rootPrompts: readonly number[]
  /** Prompts over the length limit. */
  tooLong: ReadonlySet<number>
}

/** One tick per prompt, then one per folder. A folder's own tick counts only if it contains no prompts. */
export type Ticks = Uint8Array

/** Tickable and ticked prompts in each folder, at any depth. */
export type TickCounts = { tickable: Uint32Array; ticked: Uint32Array; all: number }

/** `at` is an index into the folders or the prompts. */
export type Item = { kind: 'folder' | 'prompt'; at: number }
type Node = Item & { id: string; name: string; color: string }
export type ImportRow = Node & RowPlace

export function toImportTree(library: LibraryFile): ImportTree {
  const places = new Map(library.folders.map(({ id }, at) => [id, at]))
  const branches: Branch[] = library.folders.map(({ parentId }, at) => {
    const parent = places.get(parentId ?? '') ?? null
    // Parents precede their children; anything else would be a cycle.
    return { parent: parent !== null && parent < at ? parent : null, folders: [], prompts: [] }
  })
  const rootFolders: number[] = []
  const rootPrompts: number[] = []
  for (const [at, { parent }] of branches.entries()) {
    ;(parent === null ? rootFolders : (branches[parent]?.folders ?? [])).push(at)
  }
  const tooLong = new Set<number>()
  for (const [at, { folderId, prompt }] of library.prompts.entries()) {
    const branch = branches[places.get(folderId ?? '') ?? -1]
    ;(branch?.prompts ?? rootPrompts).push(at)
    if (isBodyTooLong(prompt)) tooLong.add(at)
  }
  // Files arrive in the order of the disk; the library is sorted by name.
  for (const { folders } of [...branches, { folders: rootFolders }]) sort(folders, library.folders)
  for (const { prompts } of [...branches, { prompts: rootPrompts }]) sort(prompts, library.prompts)
  return { library, branches, rootFolders, rootPrompts, tooLong }
}

const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Sorts indexes of named items by name. */
function sort(places: number[], items: readonly { name: string }[]): void {
  places.sort((one, other) => compare(items[one]?.name ?? '', items[other]?.name ?? ''))
}

/** Ticks everything except prompts that are too long and those in `leftOut`. */
export function tickAll(tree: ImportTree, leftOut: ReadonlySet<number> = new Set()): Ticks {
  const ticks = new Uint8Array(tree.library.prompts.length + tree.branches.length).fill(1)
  for (const at of tree.tooLong) ticks[at] = 0
  for (const at of leftOut) ticks[at] = 0
  return ticks
}

export function tickNone(tree: ImportTree): Ticks {
  return new Uint8Array(tree.library.prompts.length + tree.branches.length)
}

/** Ticks or unticks a prompt, or a folder with everything in it. */
export function setTick(tree: ImportTree, ticks: Ticks, item: Item, isOn: boolean): Ticks {
  const next = ticks.slice()
  const set = (at: number) => (next[at] = isOn && !tree.tooLong.has(at) ? 1 : 0)
  if (item.kind === 'prompt') set(item.at)
  for (const waiting = item.kind === 'folder' ? [item.at] : []; waiting.length > 0;) {
    const at = waiting.pop() as number
    next[tree.library.prompts.length + at] = isOn ? 1 : 0
    const branch = tree.branches[at]
    for (const prompt of branch?.prompts ?? []) set(prompt)
    for (const folder of branch?.folders ?? []) waiting.push(folder)
  }
  return next
}

/** Keeps the first `count` ticked prompts, in the order shown, and unticks the others. */
export function tickFirst(tree: ImportTree, ticks: Ticks, count: number): Ticks {
  const next = ticks.slice()
  let left = count
  for (const { kind, at } of rowsOf(tree, () => true)) {
    if (kind === 'folder' || next[at] === 0) continue
    if (left > 0) left--
    else next[at] = 0
  }
  return next
}

export function countTicks(tree: ImportTree, ticks: Ticks): TickCounts {
  const tickable = new Uint32Array(tree.branches.length)
  const ticked = new Uint32Array(tree.branches.length)
  let all = 0
  const countIn = (prompts: readonly number[], folder: number | null) => {
    for (const at of prompts) {
      const isTicked = ticks[at] === 1
      if (isTicked) all++
      if (folder === null || tree.tooLong.has(at)) continue
      tickable[folder] = (tickable[folder] ?? 0) + 1
      if (isTicked) ticked[folder] = (ticked[folder] ?? 0) + 1
    }
  }
  countIn(tree.rootPrompts, null)
  // Children first, since each adds to its parent.
  for (let at = tree.branches.length - 1; at >= 0; at--) {
    const { parent, prompts } = tree.branches[at] as Branch
    countIn(prompts, at)
    if (parent === null) continue
    tickable[parent] = (tickable[parent] ?? 0) + (tickable[at] ?? 0)
    ticked[parent] = (ticked[parent] ?? 0) + (ticked[at] ?? 0)
  }
  return { tickable, ticked, all }
}

/** Whether an item is ticked; undefined for a partly ticked folder. */
export function tickOf(
  tree: ImportTree,
  ticks: Ticks,
  counts: TickCounts,
  { kind, at }: Item,
): boolean | undefined {
  if (kind === 'prompt') return ticks[at] === 1
  const tickable = counts.tickable[at] ?? 0
  const ticked = counts.ticked[at] ?? 0
  if (tickable === 0) return ticks[tree.library.prompts.length + at] === 1
  return ticked === tickable ? true : ticked === 0 ? false : undefined
}

/** Returns the rows of all open folders, with folders before prompts. */
export function rowsOf(tree: ImportTree, isOpen: (folder: number) => boolean): ImportRow[] {
  const nodesOf = (kind: Item['kind'], places: readonly number[]): Node[] =>
    places.map((at) => {
      const { name = '', color = '' } = tree.library[`${kind}s`][at] ?? {}
      return { kind, at, id: `${kind}${at}`, name, color }
    })
  const inside = ({ kind, at }: Node) => {
    const branch = kind === 'folder' ? tree.branches[at] : undefined
    return branch && [...nodesOf('folder', branch.folders), ...nodesOf('prompt', branch.prompts)]
  }
  const roots = [...nodesOf('folder', tree.rootFolders), ...nodesOf('prompt', tree.rootPrompts)]
  return toTreeRows(roots, inside, ({ at }) => isOpen(at))
}

/** Returns the ticked prompts and folders, with the parents that they need. */
export function tickedLibrary(tree: ImportTree, ticks: Ticks, hasTrash: boolean): LibraryFile {
  const { library, branches } = tree
  const counts = countTicks(tree, ticks)
  const isIncluded = new Uint8Array(branches.length)
  for (let at = branches.length - 1; at >= 0; at--) {
    const isOwn = (counts.tickable[at] ?? 0) === 0 && ticks[library.prompts.length + at] === 1
    if (isOwn || (counts.ticked[at] ?? 0) > 0) isIncluded[at] = 1
    const parent = branches[at]?.parent ?? null
    if (parent !== null && isIncluded[at] === 1) isIncluded[parent] = 1
  }
  const prompts = library.prompts.filter((_, at) => ticks[at] === 1)
  const kept = hasTrash ? library : { trash: [], trashedFolders: [], trashedPrompts: [] }
  const ids = new Set([...prompts, ...kept.trashedPrompts].map(({ id }) => id))
  return {
    folders: library.folders.filter((_, at) => isIncluded[at] === 1),
    prompts,
    trash: kept.trash,
    trashedFolders: kept.trashedFolders,
    trashedPrompts: kept.trashedPrompts,
    versions: library.versions.filter(({ promptId }) => ids.has(promptId)),
  }
}

/** Puts a library into a new folder. */
export function inNewFolder(library: LibraryFile, name: string, color: string): LibraryFile {
  const folder: FileFolder = { id: 'import', parentId: null, name, color }
  return {
    ...library,
    folders: [
      folder,
      ...library.folders.map((other) => ({ ...other, parentId: other.parentId ?? folder.id })),
    ],
    prompts: library.prompts.map((prompt) => ({
      ...prompt,
      folderId: prompt.folderId ?? folder.id,
    })),
  }
}
