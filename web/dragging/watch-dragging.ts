import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import { getElementFromPointWithoutHoneypot } from '@atlaskit/pragmatic-drag-and-drop/get-element-from-point-without-honey-pot'
import styles from './dragging.module.css'

type Dragged = { id: string; card: { name: string } }

type Dragging<Item extends Dragged> = {
  /** What is dragged with a card. */
  itemsWith: (id: string) => readonly Item[]
  /** Whether items may be dropped into a folder; `root` is one. */
  canDrop: (items: readonly Item[], folderId: string) => boolean
  onDrop: (items: readonly Item[], to: { folderId: string; name: string }) => void
}

/**
 * Lets the cards in an element be dragged onto whatever has `data-drop-folder`, the id of a folder or `root`, anywhere
 * on the page. Returns a function that ends it.
 */
export function watchDragging<Item extends Dragged>(
  contents: HTMLElement,
  { itemsWith, canDrop, onDrop }: Dragging<Item>,
): () => void {
  const cards = new Map<HTMLElement, () => void>()
  const itemsOf = (source: { data: Record<string, unknown> }) => source.data['items'] as Item[]
  /** Where a drop would go. */
  let over: HTMLElement | undefined

  const register = (card: HTMLElement) => {
    const id = card.dataset['card'] ?? ''
    return draggable({
      element: card,
      getInitialData: () => ({ items: itemsWith(id) }),
      onGenerateDragPreview: ({ nativeSetDragImage, source }) =>
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: () => ({ x: -12, y: -8 }),
          render: ({ container }) => drawPreview(container, itemsOf(source)),
        }),
      onDragStart: () => card.toggleAttribute('data-dragged', true),
      onDrop: () => card.toggleAttribute('data-dragged', false),
    })
  }
  const update = () => {
    for (const [card, end] of cards) {
      if (card.isConnected) continue
      end()
      cards.delete(card)
    }
    for (const card of contents.querySelectorAll<HTMLElement>('[data-card]')) {
      if (!cards.has(card)) cards.set(card, register(card))
    }
  }
  const mark = (next: HTMLElement | undefined) => {
    if (next === over) return
    over?.removeAttribute('data-drop-over')
    next?.setAttribute('data-drop-over', '')
    over = next
  }

  // One target for all places: trees and crumbs come and go.
  const endDropping = dropTargetForElements({
    element: document.body,
    canDrop: ({ input, source }) => {
      const place = placeAt(input)
      const isPlace =
        place !== undefined && canDrop(itemsOf(source), place.dataset['dropFolder'] ?? '')
      mark(isPlace ? place : undefined)
      return isPlace
    },
    getDropEffect: () => 'move',
    onDrop: ({ source }) => {
      const place = over
      mark(undefined)
      if (!place) return
      const name = place.title || place.querySelector<HTMLElement>('[title]')?.title || ''
      onDrop(itemsOf(source), { folderId: place.dataset['dropFolder'] ?? '', name })
    },
  })
  const endMarks = () => mark(undefined)
  document.addEventListener('dragend', endMarks)
  const observer = new MutationObserver(update)
  observer.observe(contents, { childList: true, subtree: true })
  update()
  return combine(endDropping, () => {
    observer.disconnect()
    document.removeEventListener('dragend', endMarks)
    for (const end of cards.values()) end()
  })
}

function placeAt({ clientX, clientY }: { clientX: number; clientY: number }) {
  // The library covers the pointer while it works around a fault of browsers.
  const element = getElementFromPointWithoutHoneypot({ x: clientX, y: clientY })
  return element?.closest<HTMLElement>('[data-drop-folder]') ?? undefined
}

/** The name of what is dragged, and how much it is. */
function drawPreview(container: HTMLElement, items: readonly Dragged[]) {
  const preview = document.createElement('div')
  preview.className = styles.preview ?? ''
  preview.dir = 'auto'
  preview.textContent = items[0]?.card.name ?? ''
  container.append(preview)
  if (items.length < 2) return
  const badge = document.createElement('b')
  badge.className = styles.badge ?? ''
  badge.textContent = String(items.length)
  container.append(badge)
}
