import { usesSingleKeys } from '#web/library/single-keys.ts'
import { openModals } from '#web/ui/overlays/modals.ts'
import { choose, chooseRange, clearSelection, selection, toggle, type Item } from './selection.ts'

type Choosing = {
  /** All items shown, in order. */
  items: () => readonly Item[]
  /** Called if the selection is full. */
  onTooMany: () => void
}

/** The duration of a long press that selects a card, in milliseconds. */
const longPress = 500
/** How far the finger may move, in pixels. */
const strayed = 10

/**
 * Selects cards by clicks with Ctrl, ⌘ or Shift, by X and Space on the focused card, by a long press and then by taps,
 * and all cards by Ctrl+A or ⌘A. Esc clears the selection. Returns a function that stops listening.
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
  /** The finger on a card; `isLong` once it has selected the card. */
  let held:
    | { x: number; y: number; timer: ReturnType<typeof setTimeout>; isLong: boolean }
    | undefined
  const endHold = () => {
    clearTimeout(held?.timer)
    if (!held?.isLong) held = undefined
  }
  const onPointerDown = ({ target, pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
    clearTimeout(held?.timer)
    held = undefined
    const item = pointerType !== 'mouse' && isPrimary ? itemAt(target) : undefined
    if (!item) return
    const timer = setTimeout(() => {
      if (held) held.isLong = true
      press(item, false)
    }, longPress)
    held = { x: clientX, y: clientY, timer, isLong: false }
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (held && Math.hypot(clientX - held.x, clientY - held.y) > strayed) endHold()
  }
  const onContextMenu = (event: MouseEvent) => {
    // Suppresses the platform's menu for a long press.
    if (held) event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    if (held?.isLong) {
      // The end of a long press must not open the card.
      held = undefined
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const isTap = 'pointerType' in event && event.pointerType === 'touch'
    const isChoice = event.ctrlKey || event.metaKey || event.shiftKey
    const item = isChoice || (isTap && selection.get().size > 0) ? itemAt(event.target) : undefined
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
    // For Space, both events have to be prevented: browsers click the card's button on keyup.
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
  contents.addEventListener('pointerdown', onPointerDown, { signal })
  contents.addEventListener('pointermove', onPointerMove, { signal })
  contents.addEventListener('pointerup', endHold, { signal })
  contents.addEventListener('pointercancel', endHold, { signal })
  contents.addEventListener('contextmenu', onContextMenu, { signal })
  document.addEventListener('scroll', endHold, { signal, capture: true })
  contents.addEventListener('keydown', onKeyOfCard, { signal })
  contents.addEventListener('keyup', onKeyOfCard, { signal })
  document.addEventListener('keydown', onKey, { signal })
  return () => {
    watching.abort()
    clearTimeout(held?.timer)
  }
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
