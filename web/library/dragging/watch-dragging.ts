import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import { getElementFromPointWithoutHoneypot } from '@atlaskit/pragmatic-drag-and-drop/get-element-from-point-without-honey-pot'
import styles from './dragging.module.css'

type Dragged = { id: string; card: { name: string } }

type Dragging<Item extends Dragged> = {
  /** Returns the items that are dragged with a card. */
  itemsWith: (id: string) => readonly Item[]
  /** Whether items can be dropped into a folder. The root is `root`. */
  canDrop: (items: readonly Item[], folderId: string) => boolean
  onDrop: (items: readonly Item[], to: { folderId: string; name: string }) => void
}

/**
 * Makes cards draggable onto any element of the page with `data-drop-folder`, the id of a folder or `root`. Returns a
 * function that stops it.
 */
export function watchDragging<Item extends Dragged>(
  contents: HTMLElement,
  { itemsWith, canDrop, onDrop }: Dragging<Item>,
): () => void {
  const cards = new Map<HTMLElement, () => void>()
  const itemsOf = (source: { data: Record<string, unknown> }) => source.data['items'] as Item[]
  /** The drop target under the pointer. */
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
      onDragStart: () => markDragged(card, true),
      onDrop: () => markDragged(card, false),
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

  // The body is the only target, since trees and breadcrumbs mount and unmount.
  const endDropping = dropTargetForElements({
    element: document.body,
    canDrop: ({ input, source }) => {
      const target = targetAt(input)
      const isTarget =
        target !== undefined && canDrop(itemsOf(source), target.dataset['dropFolder'] ?? '')
      mark(isTarget ? target : undefined)
      return isTarget
    },
    getDropEffect: () => 'move',
    onDrop: ({ source }) => {
      const target = over
      mark(undefined)
      if (!target) return
      const name = target.title || target.querySelector<HTMLElement>('[title]')?.title || ''
      onDrop(itemsOf(source), { folderId: target.dataset['dropFolder'] ?? '', name })
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

function markDragged(card: HTMLElement, isDragged: boolean) {
  card.toggleAttribute('data-dragged', isDragged)
  document.documentElement.toggleAttribute('data-dragging', isDragged)
}

function targetAt({ clientX, clientY }: { clientX: number; clientY: number }) {
  // The drag library covers the pointer with an element, to work around a browser bug.
  const element = getElementFromPointWithoutHoneypot({ x: clientX, y: clientY })
  return element?.closest<HTMLElement>('[data-drop-folder]') ?? undefined
}

/** Draws the name of the first item, and the number of items. */
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
