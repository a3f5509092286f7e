import { usesSingleKeys } from '#web/library/single-keys.ts'
import { openModals } from '#web/ui/overlays/modals.ts'
import { choose, chooseRange, clearSelection, selection, toggle, type Item } from './selection.ts'

type Choosing = {
  /** All that is shown, in its order. */
  items: () => readonly Item[]
  /** Not all that was asked for fits into a selection. */
  onTooMany: () => void
}

/**
 * Lets clicks with Ctrl, ⌘ or Shift choose cards, X and Space the one with the focus, Ctrl+A or ⌘A all of them; Esc
 * chooses none. Returns a function that ends it.
 */
export function watchChoosing(contents: HTMLElement, { items, onTooMany }: Choosing): () => void {
  const watching = new AbortController()
  const { signal } = watching

  const itemAt = (target: EventTarget | null) => {
    if (!(target instanceof Element) || target.closest(tools)) return undefined
    const id = target.closest<HTMLElement>('[data-card]')?.dataset['card']
    return items().find((item) => item.id === id)
  }
  const press = (item: Item, isRange: boolean) => {
    if (!(isRange ? chooseRange(items(), item) : toggle(item))) onTooMany()
  }
  const onClick = (event: MouseEvent) => {
    const item = event.ctrlKey || event.metaKey || event.shiftKey ? itemAt(event.target) : undefined
    if (!item) return
    event.preventDefault()
    event.stopPropagation()
    press(item, event.shiftKey)
  }
  const onMouseDown = (event: MouseEvent) => {
    // It would select text.
    if (event.shiftKey && itemAt(event.target)) event.preventDefault()
  }
  const onKeyOfCard = (event: KeyboardEvent) => {
    const isX = event.key.toLowerCase() === 'x' && usesSingleKeys()
    const isKey = event.key === ' ' || isX
    if (!isKey || event.ctrlKey || event.metaKey || event.altKey) return
    const item = itemAt(event.target)
    if (!item) return
    // Of Space, both: or a browser presses the card's button when the key is let go.
    event.preventDefault()
    if (event.type === 'keydown' && !event.repeat) press(item, event.shiftKey)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isElsewhere(event.target)) return
    if (event.key === 'Escape' && selection.get().size > 0) {
      event.preventDefault()
      clearSelection()
    }
    const isAll = event.key === 'a' && (event.ctrlKey || event.metaKey)
    if (!isAll || event.altKey || event.shiftKey || items().length === 0) return
    event.preventDefault()
    if (!choose(items())) onTooMany()
  }
  contents.addEventListener('click', onClick, { signal, capture: true })
  contents.addEventListener('mousedown', onMouseDown, { signal })
  contents.addEventListener('keydown', onKeyOfCard, { signal })
  contents.addEventListener('keyup', onKeyOfCard, { signal })
  document.addEventListener('keydown', onKey, { signal })
  return () => watching.abort()
}

/** On a card, what does something else than open it. */
const tools = '[data-select], [role="toolbar"], [aria-haspopup], [popover]'

/** Where keys have another meaning. */
function isElsewhere(target: EventTarget | null): boolean {
  const field =
    'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog, [popover="auto"]'
  const isInField = target instanceof Element && target.closest(field) !== null
  const hasMenu = document.querySelector('[popover="auto"]:popover-open') !== null
  return isInField || hasMenu || openModals.length > 0
}
