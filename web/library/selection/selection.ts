import type { Folder } from '#contract/library/folders.ts'
import { limits } from '#contract/core/limits.ts'
import type { PromptCard } from '#contract/library/prompts.ts'
import { createStore } from '#web/ui/store.ts'

/** A prompt or folder that can be selected. */
export type Item =
  | { kind: 'prompt'; id: string; card: PromptCard }
  | { kind: 'folder'; id: string; card: Folder }

export type Selection = ReadonlyMap<string, Item>

/** The selected items of the library, by id. */
export const selection = createStore<Selection>(new Map())

/** The item selected last, where the next range begins. */
let anchor: string | undefined

/** Selects or deselects an item. Returns false if the selection is full. */
export function toggle(item: Item): boolean {
  const next = new Map(selection.get())
  anchor = item.id
  if (!next.delete(item.id)) {
    if (next.size >= limits.selection) return false
    next.set(item.id, item)
  }
  selection.set(next)
  return true
}

/** Adds the range from the last selected item to this one. Returns false if not all of them fit. */
export function chooseRange(items: readonly Item[], to: Item): boolean {
  const at = items.findIndex(({ id }) => id === to.id)
  const begin = items.findIndex(({ id }) => id === anchor)
  const from = begin < 0 ? at : begin
  if (begin < 0) anchor = to.id
  return choose(items.slice(Math.min(from, at), Math.max(from, at) + 1))
}

/** Adds as many items as fit. Returns false if not all do. */
export function choose(items: readonly Item[]): boolean {
  const all = new Map([...selection.get(), ...items.map((item) => [item.id, item] as const)])
  selection.set(new Map([...all].slice(0, limits.selection)))
  return all.size <= limits.selection
}

export function clearSelection(): void {
  anchor = undefined
  if (selection.get().size > 0) selection.set(new Map())
}

/** Updates the selection after a refetch, dropping items that are gone. */
export function refreshSelection(items: readonly Item[]): void {
  const chosen = selection.get()
  if (chosen.size === 0) return
  const left = items.filter(({ id }) => chosen.has(id))
  selection.set(new Map(left.map((item) => [item.id, item])))
}

/** Returns the ids of items in the form that calls expect. */
export function idsOf(items: readonly Item[]) {
  const ids = (kind: Item['kind']) => items.filter((item) => item.kind === kind).map(({ id }) => id)
  return { promptIds: ids('prompt'), folderIds: ids('folder') }
}
