import { createStore } from '#web/ui/store.ts'
import { deviceStorage } from '#web/ui/browser/storage.ts'

export type Order = 'name' | 'updatedAt' | 'usedAt'

/** How this device shows the library. On a phone, prompts are always rows, and the root has no shelf. */
export type ViewChoices = {
  layout: 'cards' | 'rows'
  /** Undefined until one is chosen (`orderOf`). */
  order?: Order
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
  hasShelf: true,
  wasShelfFilled: false,
  ...read(),
})

export function chooseView(choice: Partial<ViewChoices>): void {
  const last = viewChoices.get()
  const keys = Object.keys(choice) as (keyof ViewChoices)[]
  if (keys.every((key) => choice[key] === last[key])) return
  viewChoices.set({ ...last, ...choice })
  deviceStorage.setItem(key, JSON.stringify({ ...read(), ...choice }))
}

export const phone = '(width <= 640px)'

/** The order of the lists: on a phone, last used first unless another order is chosen. */
export function orderOf({ order }: ViewChoices, isPhone: boolean): Order {
  return order ?? (isPhone ? 'usedAt' : 'name')
}

/** Whether the list has the prompts used or created last in any folder: at the root, on a phone, in that order. */
export function showsRecents(folderId: string | null): boolean {
  const isPhone = matchMedia(phone).matches
  return isPhone && folderId === null && orderOf(viewChoices.get(), isPhone) === 'usedAt'
}

function read(): Partial<ViewChoices> {
  try {
    return JSON.parse(deviceStorage.getItem(key) ?? '{}') as Partial<ViewChoices>
  } catch {
    return {}
  }
}

type Sortable = { updatedAt: string; usedAt: string | null }

/** Sorts a list that is ordered by name: newest first. If a prompt was never used, its last change counts. */
export function inOrder<Item extends Sortable>(items: Item[], order: Order): Item[] {
  if (order === 'name') return items
  const timeOf = (item: Item) => item[order] ?? item.updatedAt
  return items.toSorted(
    (one, other) => Number(timeOf(one) < timeOf(other)) || -1 * Number(timeOf(one) > timeOf(other)),
  )
}
