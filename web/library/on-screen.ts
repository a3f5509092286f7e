import type { RefObject } from 'react'
import type { Folder } from '#contract/library/folders.ts'
import type { PromptCard } from '#contract/library/prompts.ts'

export type ShownCard = { kind: 'prompt'; prompt: PromptCard } | { kind: 'folder'; folder: Folder }

/** The library's elements, while it is on screen. */
export const searchBox: RefObject<HTMLInputElement | null> = { current: null }
export const toolbar: RefObject<HTMLDivElement | null> = { current: null }
export const heading: RefObject<HTMLHeadingElement | null> = { current: null }

/** Actions of shortcuts and the palette on the selected cards. */
export type SelectionVerbs = {
  count: number
  move: () => void
  duplicate: () => void
  star: () => void
  delete: () => void
}
/** Null while nothing is selected. */
export const selected: RefObject<SelectionVerbs | null> = { current: null }

const cards = new Map<string, { element: HTMLElement; card: ShownCard }>()

/** Returns a ref that registers a card's element, so that shortcuts, dialogs and the palette can find it. */
export function showsCard(card: ShownCard) {
  const { id } = card.kind === 'prompt' ? card.prompt : card.folder
  return (element: HTMLElement | null) => {
    if (element) cards.set(id, { element, card })
    return () => void cards.delete(id)
  }
}

/** Returns the element of a card, if it is on screen. */
export function elementOfCard(id: string): HTMLElement | undefined {
  return cards.get(id)?.element
}

/** Returns the card that contains the focus. */
export function focusedCard(): ShownCard | undefined {
  const element = document.activeElement?.closest<HTMLElement>('[data-card]')
  return cards.get(element?.dataset['card'] ?? '')?.card
}
