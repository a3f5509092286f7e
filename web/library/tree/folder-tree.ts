import type { TreeFolder } from '#contract/library/folders.ts'
import { foldForSearch } from '#contract/library/search/folding.ts'
import { toTreeRows } from '#web/ui/tree/tree-rows.ts'

/** The folders of a library as a tree. Siblings have the order of the list. */
export type FolderTree = ReturnType<typeof toFolderTree>

/** @param leftOut ids of folders to leave out, with everything in them */
export function toFolderTree(
  folders: readonly TreeFolder[],
  leftOut: ReadonlySet<string> = new Set(),
) {
  const byId = new Map<string, TreeFolder>()
  const inFolder = new Map<string | null, TreeFolder[]>()
  for (const folder of folders) {
    byId.set(folder.id, folder)
    const siblings = inFolder.get(folder.parentId)
    if (siblings) siblings.push(folder)
    else inFolder.set(folder.parentId, [folder])
  }
  for (const id of leftOut) remove(id)
  const folded = new Map<string, string>()

  const tree = {
    get: (id: string) => byId.get(id),

    foldersIn: (id: string | null): readonly TreeFolder[] => inFolder.get(id) ?? [],

    /** Returns the ancestors of a folder, outermost first, and the folder itself. */
    pathTo: (id: string | null): TreeFolder[] => {
      const path: TreeFolder[] = []
      for (let at = id === null ? undefined : byId.get(id); at; at = parentOf(at)) path.unshift(at)
      return path
    },

    /** Returns the rows of all open levels, in reading order. */
    rows: (isOpen: (id: string) => boolean) =>
      toTreeRows(
        tree.foldersIn(null),
        ({ id }) => inFolder.get(id),
        ({ id }) => isOpen(id),
      ),

    /** Finds folders whose path contains all words of a text. Ranks names that begin with it first, then names with all words. */
    find: (text: string): TreeFolder[] => {
      const words = foldForSearch(text).split(/\s+/).filter(Boolean)
      const [first] = words
      if (first === undefined) return []
      const rank = (folder: TreeFolder) => {
        const name = foldedName(folder)
        if (!words.every((word) => name.includes(word))) return 2
        return name.startsWith(first) ? 0 : 1
      }
      return [...byId.values()]
        .filter((folder) => hasWords(folder, words))
        .map((folder) => ({ folder, rank: rank(folder) }))
        .toSorted((one, other) => one.rank - other.rank)
        .map(({ folder }) => folder)
    },
  }

  function remove(id: string) {
    const { parentId } = byId.get(id) ?? {}
    const siblings = parentId === undefined ? [] : (inFolder.get(parentId) ?? [])
    const others = siblings.filter((folder) => folder.id !== id)
    if (parentId !== undefined && others.length > 0) inFolder.set(parentId, others)
    else if (parentId !== undefined) inFolder.delete(parentId)
    for (const waiting = [id]; waiting.length > 0;) {
      const gone = waiting.pop() as string
      byId.delete(gone)
      waiting.push(...(inFolder.get(gone) ?? []).map((folder) => folder.id))
    }
  }

  function parentOf({ parentId }: TreeFolder): TreeFolder | undefined {
    return parentId === null ? undefined : byId.get(parentId)
  }

  function foldedName({ id, name }: TreeFolder): string {
    const known = folded.get(id) ?? foldForSearch(name)
    folded.set(id, known)
    return known
  }

  function hasWords(folder: TreeFolder, words: readonly string[]): boolean {
    let missing = words
    for (let at: TreeFolder | undefined = folder; at && missing.length > 0; at = parentOf(at)) {
      const name = foldedName(at)
      // At least one word must be in the name itself.
      if (at === folder && !missing.some((word) => name.includes(word))) return false
      missing = missing.filter((word) => !name.includes(word))
    }
    return missing.length === 0
  }

  return tree
}
