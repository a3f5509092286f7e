import { createStore } from '#web/ui/store.ts'

/** How this device shows the library. */
export type ViewChoices = {
  layout: 'cards' | 'rows'
  order: 'name' | 'updatedAt' | 'usedAt'
  /** Whether the root shows favourites and recently used items. */
  hasShelf: boolean
  /** Whether it was filled: its space is then reserved from the first paint. */
  wasShelfFilled: boolean
}

/** In a smaller library, the shelf would only repeat prompts that are already visible. */
export const fewPrompts = 9

const key = 'library-view'

export const viewChoices = createStore<ViewChoices>({
  layout: 'cards',
  order: 'name',
  hasShelf: true,
  wasShelfFilled: false,
  ...read(),
})

export function chooseView(choice: Partial<ViewChoices>): void {
  const last = viewChoices.get()
  const keys = Object.keys(choice) as (keyof ViewChoices)[]
  if (keys.every((key) => choice[key] === last[key])) return
  viewChoices.set({ ...last, ...choice })
  try {
    localStorage.setItem(key, JSON.stringify(viewChoices.get()))
  } catch {
    // Storage is unavailable: a choice lasts until the page is left.
  }
}

function read(): Partial<ViewChoices> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<ViewChoices>
  } catch {
    return {}
  }
}

type Sortable = { updatedAt: string; usedAt: string | null }

/** Sorts a list that is ordered by name: newest first, and what was never used last. */
export function inOrder<Item extends Sortable>(items: Item[], order: ViewChoices['order']): Item[] {
  if (order === 'name') return items
  const timeOf = (item: Item) => item[order] ?? ''
  return items.toSorted(
    (one, other) => Number(timeOf(one) < timeOf(other)) || -1 * Number(timeOf(one) > timeOf(other)),
  )
}
