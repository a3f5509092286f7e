import type { Folder } from '#contract/folders.ts'
import { limits } from '#contract/limits.ts'
import type { PromptCard } from '#contract/prompts.ts'
import { createStore } from '#web/ui/store.ts'

/** A prompt or a folder that can be chosen. */
export type Item =
  | { kind: 'prompt'; id: string; card: PromptCard }
  | { kind: 'folder'; id: string; card: Folder }

export type Selection = ReadonlyMap<string, Item>

/** What is chosen in the library, by id. */
export const selection = createStore<Selection>(new Map())

/** Where the next range begins: at what was chosen last. */
let anchor: string | undefined

/** Chooses an item, or no longer. Returns false where it would be one too many. */
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

/** Chooses all from the last choice to an item as well. Returns false where not all of them fit. */
export function chooseRange(items: readonly Item[], to: Item): boolean {
  const at = items.findIndex(({ id }) => id === to.id)
  const begin = items.findIndex(({ id }) => id === anchor)
  const from = begin < 0 ? at : begin
  if (begin < 0) anchor = to.id
  return choose(items.slice(Math.min(from, at), Math.max(from, at) + 1))
}

/** Chooses items as well, as many as fit. Returns false where not all do. */
export function choose(items: readonly Item[]): boolean {
  const all = new Map([...selection.get(), ...items.map((item) => [item.id, item] as const)])
  selection.set(new Map([...all].slice(0, limits.selection)))
  return all.size <= limits.selection
}

export function clearSelection(): void {
  anchor = undefined
  if (selection.get().size > 0) selection.set(new Map())
}

/** After the lists have changed: what is gone is no longer chosen, the rest is as it is now. */
export function refreshSelection(items: readonly Item[]): void {
  const chosen = selection.get()
  if (chosen.size === 0) return
  const left = items.filter(({ id }) => chosen.has(id))
  selection.set(new Map(left.map((item) => [item.id, item])))
}

/** The ids of items, as calls take them. */
export function idsOf(items: readonly Item[]) {
  const ids = (kind: Item['kind']) => items.filter((item) => item.kind === kind).map(({ id }) => id)
  return { promptIds: ids('prompt'), folderIds: ids('folder') }
}
