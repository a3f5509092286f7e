import { setTabStop, walkToolbar } from '#web/ui/controls/walk-toolbar.ts'

/**
 * Moves through the cards with the arrow keys, Home and End. Tab (or F2) moves from a card to its tools, which are one
 * stop; arrows move through them, Esc moves back.
 *
 * Each card is a Tab stop, because screen readers may intercept the arrow keys. Once a key has moved through the cards,
 * each list is a single stop until the focus leaves the lists, so that Tab leaves a long list.
 *
 * @param idsOf the ids of a list whose cards may not all be rendered, in order
 */
export function walkCards(
  contents: HTMLElement,
  idsOf: (list: Element) => readonly string[],
): () => void {
  const watching = new AbortController()
  const { signal } = watching
  const lists = () => [...contents.querySelectorAll('ul')]
  /** The card of each list that is its Tab stop. */
  const current = new WeakMap<Element, Element>()
  let isWalking = false

  const setStops = () => {
    for (const list of lists()) {
      const cards = cardsIn(list)
      const last = current.get(list)
      const stop = last && cards.includes(last) ? last : cards[0]
      for (const card of cards) {
        const way = openerOf(card)
        if (way) way.tabIndex = card === stop || !isWalking ? 0 : -1
        const tools = card === stop ? toolsOf(card) : []
        const focused = tools.find((tool) => tool === document.activeElement)
        setTabStop(buttonsOf(card), focused ?? tools[0])
      }
    }
  }
  const walkTo = (card: Element | null | undefined): boolean => {
    const way = card && openerOf(card)
    if (way) isWalking = true
    return focusOn(way)
  }
  const onFocus = ({ target }: FocusEvent) => {
    const isInside = target instanceof Element && contents.contains(target)
    const card = isInside ? target.closest('[data-card]') : null
    const list = card?.closest('ul')
    if (card && list) current.set(list, card)
    else if (isInside || !isWalking) return
    isWalking &&= isInside
    setStops()
  }
  const onKey = (event: KeyboardEvent) => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (!(target instanceof Element) || target.closest('[popover]')) return
    const card = target.closest('[data-card]')
    if (card && walk(card, target, key, event)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  const walk = (card: Element, target: Element, key: string, event: KeyboardEvent): boolean => {
    const tools = toolsOf(card)
    const isWay = target === openerOf(card)
    const isTool = tools.includes(target as HTMLElement)
    if (isTool && key === 'Escape') return focusOn(openerOf(card))
    if (isTool && walkToolbar(event, tools)) return true
    if (isWay && key === 'F2') return focusOn(tools[0])
    const list = card.closest('ul')
    if (isWay && list && (key === 'Home' || key === 'End')) {
      const id = idsOf(list).at(key === 'Home' ? 0 : -1)
      if (id === undefined) return false
      void showCard(list, idsOf(list), id).then(walkTo)
      return true
    }
    if (!key.startsWith('Arrow')) return false
    return walkTo(cardFrom(lists().flatMap(cardsIn), card, key))
  }

  document.addEventListener('focusin', onFocus, { signal })
  contents.addEventListener('keydown', onKey, { signal })
  const observer = new MutationObserver(setStops)
  observer.observe(contents, { childList: true, subtree: true })
  setStops()
  return () => {
    watching.abort()
    observer.disconnect()
    for (const card of cardsIn(contents)) openerOf(card)?.removeAttribute('tabindex')
  }
}

/** Scrolls to a card of a list; waits until it is rendered. */
export async function showCard(
  list: Element,
  ids: readonly string[],
  id: string,
): Promise<HTMLElement | undefined> {
  const find = () => list.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)
  if (!find() && list instanceof HTMLElement) {
    const { columns = '1', rowHeight = '0' } = list.dataset
    const row = Math.floor(ids.indexOf(id) / Number(columns))
    const top = list.getBoundingClientRect().top + row * Number(rowHeight)
    scrollBy(0, top - innerHeight / 3)
  }
  for (let frames = 0; frames < 20 && !find(); frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  const card = find()
  card?.scrollIntoView({ block: 'nearest' })
  return card ?? undefined
}

function cardsIn(element: Element): Element[] {
  return [...element.querySelectorAll('[data-card]')]
}

/** Returns the element that opens a card. */
function openerOf(card: Element): HTMLElement | null {
  return card.querySelector<HTMLElement>('h3 button, a')
}

/** Returns the next elements after a card: its actions, then its short name. */
function buttonsOf(card: Element): HTMLElement[] {
  return ['[role="toolbar"] button, [aria-haspopup]', '[data-called]'].flatMap((buttons) => [
    ...card.querySelectorAll<HTMLElement>(buttons),
  ])
}

/** Returns the tools for the mouse or for touch, whichever are shown. */
function toolsOf(card: Element): HTMLElement[] {
  return buttonsOf(card).filter((button) => button.checkVisibility())
}

function focusOn(element: HTMLElement | null | undefined): boolean {
  element?.focus()
  return element !== null && element !== undefined
}

/**
 * Returns the card that an arrow key moves to: the next or previous one, or the nearest of the row below or above.
 */
function cardFrom(cards: Element[], from: Element, key: string): Element | undefined {
  const at = cards.indexOf(from)
  if (key === 'ArrowRight') return cards[at + 1]
  if (key === 'ArrowLeft') return cards[at - 1]
  const place = from.getBoundingClientRect()
  const isDown = key === 'ArrowDown'
  let nearest: { card: Element; distance: number } | undefined
  for (const card of cards) {
    const { top, bottom, left } = card.getBoundingClientRect()
    const gap = isDown ? top - place.bottom : place.top - bottom
    if (gap < -1) continue
    // The distance in rows matters more than the distance in columns.
    const distance = Math.abs(top - place.top) * 10_000 + Math.abs(left - place.left)
    if (!nearest || distance < nearest.distance) nearest = { card, distance }
  }
  return nearest?.card
}
