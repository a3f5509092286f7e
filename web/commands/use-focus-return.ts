import { useEffect, useRef } from 'react'
import type { Command } from './commands.ts'

type Neighbours = { after: string[]; before: string[] }

/**
 * After a dialog whose card was moved or deleted, focuses the card that took its place, else the one before,
 * else the screen's heading. Where the card is still there, the browser returns the focus itself.
 */
export function useFocusReturn(dialog: Command | undefined): void {
  const neighbours = useRef<Neighbours>(undefined)
  useEffect(() => {
    if (dialog) {
      neighbours.current = neighboursOf(dialog)
      return
    }
    const { after, before } = neighbours.current ?? {}
    neighbours.current = undefined
    if (!after || !before || !isFocusLost()) return
    const next = [...after, ...before].map(cardOf).find((card) => card !== null)
    const target = next?.querySelector<HTMLElement>('a, button') ?? document.querySelector('h1')
    target?.focus()
  }, [dialog])
}

/** On nothing, or in the dialog that is fading out. */
function isFocusLost(): boolean {
  const focused = document.activeElement
  return focused === document.body || focused?.closest('dialog:not([open])') != null
}

function neighboursOf(dialog: Command): Neighbours | undefined {
  const id = 'prompt' in dialog ? dialog.prompt.id : 'folder' in dialog ? dialog.folder.id : ''
  const list = cardOf(id)?.closest('ul')
  if (!list) return undefined
  const ids = [...list.querySelectorAll<HTMLElement>('[data-card]')].map(
    (card) => card.dataset.card ?? '',
  )
  const at = ids.indexOf(id)
  return { after: ids.slice(at + 1), before: ids.slice(0, at).toReversed() }
}

function cardOf(id: string): Element | null {
  return document.querySelector(`[data-card="${CSS.escape(id)}"]`)
}
