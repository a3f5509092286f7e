import type { RefObject } from 'react'
import type { Folder } from '#contract/folders.ts'
import type { PromptCard } from '#contract/prompts.ts'

export type ShownCard = { kind: 'prompt'; prompt: PromptCard } | { kind: 'folder'; folder: Folder }

/** The search box, while the library is on screen. */
export const searchBox: RefObject<HTMLInputElement | null> = { current: null }

const cards = new WeakMap<Element, ShownCard>()

/** Returns a ref that registers a card's element, so that shortcuts and the palette can find its prompt or folder. */
export function showsCard(card: ShownCard) {
  return (element: Element | null) => {
    if (element) cards.set(element, card)
  }
}

/** Returns the card that contains the focus. */
export function focusedCard(): ShownCard | undefined {
  const element = document.activeElement?.closest('[data-card]')
  return element ? cards.get(element) : undefined
}
