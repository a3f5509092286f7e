import type { CopiedFolder, CopiedPrompt } from '#contract/library/changes.ts'
import type { Folder, FolderContents, FolderList, TreeFolder } from '#contract/library/folders.ts'
import { limits } from '#contract/core/limits.ts'
import { pathsIn } from '#contract/library/paths.ts'
import {
  cardFields,
  pickFields,
  wholeFields,
  type Prompt,
  type PromptCard,
} from '#contract/library/prompts.ts'
import { bodyStart, foldPrompt, foldWithWords } from '#contract/library/search/needles.ts'
import type { PromptName, Shelf, ShelfPrompt } from '#contract/library/shelf.ts'
import { byCodePoint, byName, toSortKey } from '#contract/library/sort-key.ts'
import { withTotals } from '#contract/library/tree.ts'
import { TrigramFilter } from './trigram-filter.ts'

/** A prompt that changes becomes a new object. `folded` is missing until it is searched. */
export type HeldPrompt = CopiedPrompt & { sortKey: string; folded: FoldedPrompt | undefined }
/** `row`: its row in the filter. */
export type FoldedPrompt = { prompt: HeldPrompt; name: string; text: string; row: number }
export type HeldFolder = CopiedFolder & { sortKey: string }

/**
 * A complete copy of the library, in memory. Its methods return what the server's calls of the same names would, but
 * never cut a list. Those about a single folder or prompt return undefined if the copy does not have it.
 */
export class LibraryCopy {
  /** The server's name for the state that this copy has; undefined for an empty one. */
  cursor: string | undefined
  /** Whether it has everything of that state. Changes come in pages. */
  isComplete = false
  /** Whether the account keeps the values last used with each prompt: uses are no changes, so the copy lacks them. */
  keepsLastValues = false
  readonly prompts = new Map<string, HeldPrompt>()
  readonly folders = new Map<string, HeldFolder>()
  /** The ids of what it has had. */
  readonly removed = new Set<string>()
  /** Excludes prompts from searches. */
  readonly filter = new TrigramFilter()
  readonly #foldedFolders = new WeakMap<HeldFolder, string>()
  #sorted: Sorted | undefined

  /** Adds folders and prompts, in place of those with the same ids. */
  applyChanges(changed: {
    folders: readonly CopiedFolder[]
    prompts: readonly CopiedPrompt[]
  }): void {
    for (const folder of changed.folders) {
      this.removed.delete(folder.id)
      this.folders.set(folder.id, { ...folder, sortKey: toSortKey(folder.name) })
    }
    for (const prompt of changed.prompts) {
      this.removed.delete(prompt.id)
      this.prompts.set(prompt.id, {
        ...prompt,
        sortKey: toSortKey(prompt.name),
        folded: undefined,
      })
    }
    this.#sorted = undefined
  }

  /** Removes all other folders and prompts. */
  keepOnly(ids: { folders: ReadonlySet<string>; prompts: ReadonlySet<string> }): void {
    for (const id of this.folders.keys()) if (!ids.folders.has(id)) this.#remove(this.folders, id)
    for (const id of this.prompts.keys()) if (!ids.prompts.has(id)) this.#remove(this.prompts, id)
    this.#sorted = undefined
  }

  #remove(rows: Map<string, unknown>, id: string): void {
    rows.delete(id)
    this.removed.add(id)
  }

  clear(): void {
    this.keepOnly({ folders: new Set(), prompts: new Set() })
    this.removed.clear()
    this.cursor = undefined
    this.isComplete = false
    this.keepsLastValues = false
  }

  /** All prompts and folders in the order of lists, and by folder. Valid until the next change. */
  get sorted(): Sorted {
    this.#sorted ??= sort(this)
    return this.#sorted
  }

  /** Folds prompts for searches, until `isOver`. Returns whether all are folded; otherwise the first search folds them. */
  foldAhead(isOver: () => boolean): boolean {
    for (const prompt of this.prompts.values()) {
      if (prompt.folded) continue
      if (isOver()) return false
      this.#fold(prompt)
    }
    return true
  }

  /** The texts that searches compare, in the order of results of equal rank: of equal names, the oldest first. */
  get folded(): FoldedPrompt[] {
    const { sorted } = this
    sorted.folded ??= sorted.prompts
      .toSorted(
        (one, other) => byCodePoint(one.sortKey, other.sortKey) || one.createdNo - other.createdNo,
      )
      .map((prompt) => prompt.folded ?? this.#fold(prompt))
    return sorted.folded
  }

  #fold(prompt: HeldPrompt): FoldedPrompt {
    const text = foldPrompt(prompt)
    const row = this.filter.add(text)
    prompt.folded = { prompt, name: text.slice(0, text.indexOf(bodyStart)), text, row }
    return prompt.folded
  }

  foldedNameOf(folder: HeldFolder): string {
    let name = this.#foldedFolders.get(folder)
    if (name === undefined) this.#foldedFolders.set(folder, (name = foldWithWords(folder.name)))
    return name
  }

  listPrompts(folderId: string | null): { prompts: PromptCard[] } | undefined {
    if (folderId !== null && !this.folders.has(folderId)) return undefined
    return { prompts: this.sorted.promptsIn.get(folderId)?.map(toCard) ?? [] }
  }

  listFolders(folderId: string | null): FolderList | undefined {
    if (folderId !== null && !this.folders.has(folderId)) return undefined
    const folders = this.sorted.foldersIn.get(folderId) ?? []
    return {
      folders: folders.map((folder) => this.toFolder(folder)),
      folderTree: pathsIn(this.folders)(folderId),
    }
  }

  listFolderTree(): { folders: TreeFolder[] } {
    const { folders, promptsIn } = this.sorted
    const rows = folders.map(({ sortKey: _key, createdNo: _no, ...folder }) => folder)
    const counts = [...promptsIn].flatMap(([folderId, prompts]) =>
      folderId === null ? [] : [[folderId, prompts.length] as const],
    )
    return { folders: withTotals(rows, new Map(counts)) }
  }

  getShelf(): Shelf {
    const { prompts, lastUsed } = this.sorted
    const favourites = prompts.filter(({ isFavourite }) => isFavourite === 1)
    const unused = prompts
      .filter(({ usedAt }) => usedAt === null)
      .toSorted(
        (one, other) =>
          byCodePoint(other.updatedAt, one.updatedAt) || byCodePoint(other.id, one.id),
      )
    const [shown, recents, latest] = [favourites, lastUsed, unused].map((list) =>
      list.slice(0, limits.shelfPrompts).map(toShelfPrompt),
    )
    return { favourites: shown ?? [], recents: recents ?? [], unused: latest ?? [] }
  }

  listPromptNames(): { prompts: PromptName[] } {
    const newestFirst = [...this.prompts.values()].toSorted(
      (one, other) => other.createdNo - one.createdNo,
    )
    return { prompts: newestFirst.map(toName) }
  }

  getPrompt(id: string): { prompt: Prompt } | undefined {
    const prompt = this.prompts.get(id)
    return prompt && { prompt: pickFields(prompt, wholeFields) }
  }

  countFolderContents(folderId: string): FolderContents | undefined {
    if (!this.folders.has(folderId)) return undefined
    const folders = this.subtreeOf(folderId)
    const prompts = [...folders].map((id) => this.sorted.promptsIn.get(id)?.length ?? 0)
    return { folders: folders.size - 1, prompts: prompts.reduce((sum, count) => sum + count, 0) }
  }

  /** The ids of a folder and of all folders in it. */
  subtreeOf(folderId: string): ReadonlySet<string> {
    const ids = new Set([folderId])
    // The set grows while it is iterated.
    for (const id of ids) {
      for (const folder of this.sorted.foldersIn.get(id) ?? []) ids.add(folder.id)
    }
    return ids
  }

  toFolder({ id, name, color, isFavourite }: HeldFolder): Folder {
    const { promptsIn, foldersIn } = this.sorted
    return {
      id,
      name,
      color,
      isFavourite,
      promptCount: promptsIn.get(id)?.length ?? 0,
      folderCount: foldersIn.get(id)?.length ?? 0,
    }
  }
}

type Sorted = {
  prompts: HeldPrompt[]
  folders: HeldFolder[]
  promptsIn: Map<string | null, HeldPrompt[]>
  foldersIn: Map<string | null, HeldFolder[]>
  /** All used prompts, latest first. */
  lastUsed: HeldPrompt[]
  folded?: FoldedPrompt[]
}

function sort(copy: LibraryCopy): Sorted {
  const prompts = [...copy.prompts.values()].toSorted(byName)
  const folders = [...copy.folders.values()].toSorted(byName)
  return {
    prompts,
    folders,
    promptsIn: Map.groupBy(prompts, ({ folderId }) => folderId),
    foldersIn: Map.groupBy(folders, ({ parentId }) => parentId),
    lastUsed: prompts
      .filter(({ usedAt }) => usedAt !== null)
      .toSorted(
        (one, other) =>
          byCodePoint(other.usedAt ?? '', one.usedAt ?? '') || other.createdNo - one.createdNo,
      ),
  }
}

export function toCard(prompt: HeldPrompt): PromptCard {
  return pickFields(prompt, cardFields)
}

function toShelfPrompt(prompt: HeldPrompt): ShelfPrompt {
  return { ...toCard(prompt), folderId: prompt.folderId }
}

function toName(prompt: HeldPrompt): PromptName {
  const { id, name, shortName, color, folderId, isPublic, isFavourite, usedAt } = prompt
  const listed = { id, name, color, folderId, isPublic, isFavourite, usedAt }
  return shortName === null ? listed : { ...listed, shortName }
}
