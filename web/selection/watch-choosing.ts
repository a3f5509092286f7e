import { usesSingleKeys } from '#web/library/single-keys.ts'
import { openModals } from '#web/ui/overlays/modals.ts'
import { choose, chooseRange, clearSelection, selection, toggle, type Item } from './selection.ts'

type Choosing = {
  /** All items shown, in order. */
  items: () => readonly Item[]
  /** Called if the selection is full. */
  onTooMany: () => void
}

/**
 * Selects cards by clicks with Ctrl, ⌘ or Shift, by X and Space on the focused card, and all by Ctrl+A or ⌘A. Esc clears
 * the selection. Returns a function that stops listening.
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
    // Prevents Shift from selecting text.
    if (event.shiftKey && itemAt(event.target)) event.preventDefault()
  }
  const onKeyOfCard = (event: KeyboardEvent) => {
    const isX = event.key.toLowerCase() === 'x' && usesSingleKeys()
    const isKey = event.key === ' ' || isX
    if (!isKey || event.ctrlKey || event.metaKey || event.altKey) return
    const item = itemAt(event.target)
    if (!item) return
    // Space needs both events prevented: browsers press the card's button on keyup.
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

/** Elements of a card that handle clicks themselves. */
const tools = '[data-select], [role="toolbar"], [aria-haspopup], [popover]'

/** Whether keys have another meaning at this target. */
function isElsewhere(target: EventTarget | null): boolean {
  const field =
    'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog, [popover="auto"]'
  const isInField = target instanceof Element && target.closest(field) !== null
  return isInField || openModals.length > 0
}
