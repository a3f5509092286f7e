import { findFolded } from '#web/library/find-folded.ts'

/**
 * Lets the keys reach the hits of a search: Enter in the search box opens the first prompt, the arrow keys walk from
 * the box through the cards. Marks in the cards what was searched for. Loaded with the first search. Returns a
 * function that ends it.
 *
 * @param hits holds the cards; its `data-search` is the search that they belong to
 */
export function watchHits(hits: HTMLElement): () => void {
  const box = document.querySelector<HTMLInputElement>('[role="search"] input')
  const watching = new AbortController()
  let isAwaited = box?.hasAttribute('data-entered') ?? false

  const openFirst = () => {
    const isStale = hits.dataset['search'] !== box?.value.trim()
    isAwaited = isStale
    if (isStale) return
    box?.removeAttribute('data-entered')
    const first = hits.querySelector<HTMLElement>('article h3 button')
    const way = first ?? hits.querySelector<HTMLElement>('[data-card] a')
    way?.click()
  }
  const update = () => {
    markHits(hits)
    if (isAwaited) openFirst()
  }
  const onKeyInBox = (event: KeyboardEvent) => {
    if (event.isComposing) return
    isAwaited = false
    if (event.key === 'Enter') openFirst()
    else if (event.key === 'ArrowDown' && focusCard(cardsIn(hits)[0])) event.preventDefault()
  }
  const onKeyInHits = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const from = event.target instanceof Element && event.target.closest('[data-card]')
    if (!from || !event.key.startsWith('Arrow')) return
    event.preventDefault()
    const next = cardFrom(cardsIn(hits), from, event.key)
    if (next) focusCard(next)
    else if (event.key === 'ArrowUp') box?.focus()
  }

  const { signal } = watching
  box?.addEventListener('keydown', onKeyInBox, { signal })
  hits.addEventListener('keydown', onKeyInHits, { signal })
  const observer = new MutationObserver(update)
  observer.observe(hits, { childList: true, subtree: true, characterData: true, attributes: true })
  update()
  return () => {
    watching.abort()
    observer.disconnect()
    globalThis.CSS.highlights?.delete('hit')
  }
}

function cardsIn(hits: HTMLElement): Element[] {
  return [...hits.querySelectorAll('[data-card]')]
}

function focusCard(card: Element | undefined): boolean {
  const way = card?.querySelector<HTMLElement>('h3 button, a')
  way?.focus()
  return way !== null && way !== undefined
}

/** The card that an arrow key leads to: the next or previous one, or the nearest of the row below or above. */
function cardFrom(cards: Element[], from: Element, key: string): Element | undefined {
  const at = cards.indexOf(from)
  if (key === 'ArrowRight') return cards[at + 1]
  if (key === 'ArrowLeft') return cards[at - 1]
  const place = from.getBoundingClientRect()
  const isDown = key === 'ArrowDown'
  const rows = cards
    .map((card) => ({ card, rect: card.getBoundingClientRect() }))
    .filter(({ rect }) => (isDown ? rect.top >= place.bottom : rect.bottom <= place.top))
    .toSorted(
      (one, other) =>
        Math.abs(one.rect.top - place.top) - Math.abs(other.rect.top - place.top) ||
        Math.abs(one.rect.left - place.left) - Math.abs(other.rect.left - place.left),
    )
  return rows[0]?.card
}

/** Marks the words of the search in names, previews and lines; the page itself stays as it is. */
function markHits(hits: HTMLElement): void {
  const { highlights } = globalThis.CSS
  if (!highlights) return
  const words = (hits.dataset['search'] ?? '').split(/\s+/).filter((word) => word !== '')
  const ranges: Range[] = []
  const texts = document.createTreeWalker(hits, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    if (!node.parentElement?.closest('[data-card]') || node.parentElement.closest('footer, p'))
      continue
    for (const [from, to] of findFolded(node.textContent ?? '', words)) {
      const range = new Range()
      range.setStart(node, from)
      range.setEnd(node, to)
      ranges.push(range)
    }
  }
  highlights.set('hit', new Highlight(...ranges))
}
