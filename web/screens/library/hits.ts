import { findFolded } from '#web/library/find-folded.ts'
import { searchBox } from '#web/library/on-screen.ts'

/**
 * Adds keys to the hits of a search: Enter in the search box opens the first prompt, and the arrow keys move
 * between the box and the cards. Highlights the search terms in the cards. Loaded with the first search. Returns a
 * function that removes both.
 *
 * @param hits contains the cards; its `data-search` is the search that they belong to
 */
export function watchHits(hits: HTMLElement): () => void {
  const box = searchBox.current
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
    if (event.key === 'Enter') {
      // Otherwise, the key would also be typed into the dialog that it opens.
      event.preventDefault()
      openFirst()
    }
    if (event.key === 'ArrowDown' && focusCard(cardsIn(hits)[0])) event.preventDefault()
  }
  const followFocus = () => hits.toggleAttribute('data-entering', box === document.activeElement)
  // `walkCards` handled the key first, and found no further card.
  const onKeyInHits = ({ key, target }: KeyboardEvent) => {
    const isInMenu = target instanceof Element && target.closest('[popover]')
    if (key === 'ArrowUp' && !isInMenu) box?.focus()
  }

  const { signal } = watching
  box?.addEventListener('keydown', onKeyInBox, { signal })
  box?.addEventListener('focus', followFocus, { signal })
  box?.addEventListener('blur', followFocus, { signal })
  hits.addEventListener('keydown', onKeyInHits, { signal })
  const observer = new MutationObserver(update)
  observer.observe(hits, { childList: true, subtree: true, characterData: true, attributes: true })
  followFocus()
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

/** Highlights the search terms in names, previews and lines, without changing the document. */
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
