import { createStore } from '#web/ui/store.ts'

/** How the library is shown on this device. */
export type ViewChoices = {
  layout: 'cards' | 'rows'
  order: 'name' | 'updatedAt' | 'usedAt'
  /** Whether the root shows what is favourite or was used lately. */
  hasShelf: boolean
  /** Whether there was something in it: its room is kept from the first paint on. */
  wasShelfFilled: boolean
}

/** Below this many prompts in a library, a line of some of them would show them twice. */
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
    // Without storage, a choice lasts as long as the page.
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

/** A list that is in the order of names, in the order chosen: last first, what was never used at the end. */
export function inOrder<Item extends Sortable>(items: Item[], order: ViewChoices['order']): Item[] {
  if (order === 'name') return items
  const timeOf = (item: Item) => item[order] ?? ''
  return items.toSorted(
    (one, other) => Number(timeOf(one) < timeOf(other)) || -1 * Number(timeOf(one) > timeOf(other)),
  )
}
