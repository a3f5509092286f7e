import { isBodyTooLong } from '#contract/variables/body-length.ts'
import type { FileFolder, LibraryFile } from '#contract/transfer/library-file.ts'
import { toTreeRows, type RowPlace } from '#web/ui/tree/tree-rows.ts'

/** A folder of a file. Everything is named by its place in the file's lists. */
type Branch = { parent: number | null; folders: number[]; prompts: number[] }

/** What a file holds, by where it lies. */
export type ImportTree = {
  library: LibraryFile
  branches: readonly Branch[]
  rootFolders: readonly number[]
  rootPrompts: readonly number[]
  /** Prompts that are longer than a prompt may be. */
  tooLong: ReadonlySet<number>
}

/** What is ticked: each prompt, then each folder. A folder's own tick counts where there is no prompt in it. */
export type Ticks = Uint8Array

/** How many prompts are in each folder at any depth: those that can be ticked, and those that are. */
export type TickCounts = { tickable: Uint32Array; ticked: Uint32Array; all: number }

/** `folder`: counted among the folders, `prompt`: among the prompts. */
export type Item = { kind: 'folder' | 'prompt'; at: number }
type Node = Item & { id: string; name: string; color: string }
export type ImportRow = Node & RowPlace

export function toImportTree(library: LibraryFile): ImportTree {
  const places = new Map(library.folders.map(({ id }, at) => [id, at]))
  const branches: Branch[] = library.folders.map(({ parentId }, at) => {
    const parent = places.get(parentId ?? '') ?? null
    // A folder comes after the one that it lies in.
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
  return { library, branches, rootFolders, rootPrompts, tooLong }
}

/** Ticks all there is, but what cannot be imported and what is `leftOut`. */
export function tickAll(tree: ImportTree, leftOut: ReadonlySet<number> = new Set()): Ticks {
  const ticks = new Uint8Array(tree.library.prompts.length + tree.branches.length).fill(1)
  for (const at of tree.tooLong) ticks[at] = 0
  for (const at of leftOut) ticks[at] = 0
  return ticks
}

export function tickNone(tree: ImportTree): Ticks {
  return new Uint8Array(tree.library.prompts.length + tree.branches.length)
}

/** Ticks a prompt, or a folder with everything in it, or takes the ticks away. */
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

/** Leaves the ticks of as many prompts, in the order in which they are shown. */
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
  // From the innermost: each adds to the folder that it lies in.
  for (let at = tree.branches.length - 1; at >= 0; at--) {
    const { parent, prompts } = tree.branches[at] as Branch
    countIn(prompts, at)
    if (parent === null) continue
    tickable[parent] = (tickable[parent] ?? 0) + (tickable[at] ?? 0)
    ticked[parent] = (ticked[parent] ?? 0) + (ticked[at] ?? 0)
  }
  return { tickable, ticked, all }
}

/** Whether something is ticked; undefined where only some of what is in a folder is. */
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

/** The rows of all folders that are open: in each, folders before prompts. */
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

/** What is ticked, with the folders that it lies in. */
export function tickedLibrary(tree: ImportTree, ticks: Ticks, hasTrash: boolean): LibraryFile {
  const { library, branches } = tree
  const counts = countTicks(tree, ticks)
  const isMade = new Uint8Array(branches.length)
  for (let at = branches.length - 1; at >= 0; at--) {
    const isOwn = (counts.tickable[at] ?? 0) === 0 && ticks[library.prompts.length + at] === 1
    if (isOwn || (counts.ticked[at] ?? 0) > 0) isMade[at] = 1
    const parent = branches[at]?.parent ?? null
    if (parent !== null && isMade[at] === 1) isMade[parent] = 1
  }
  const prompts = library.prompts.filter((_, at) => ticks[at] === 1)
  const kept = hasTrash ? library : { trash: [], trashedFolders: [], trashedPrompts: [] }
  const ids = new Set([...prompts, ...kept.trashedPrompts].map(({ id }) => id))
  return {
    folders: library.folders.filter((_, at) => isMade[at] === 1),
    prompts,
    trash: kept.trash,
    trashedFolders: kept.trashedFolders,
    trashedPrompts: kept.trashedPrompts,
    versions: library.versions.filter(({ promptId }) => ids.has(promptId)),
  }
}

/** The same in a folder of its own. */
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
