import { useEffect, useRef } from 'react'
import type { Command } from '#web/library/commands.ts'
import { elementOfCard, heading } from '#web/library/on-screen.ts'
import { focusText } from '#web/ui/focus-text.ts'

/**
 * Restores the focus after a dialog if the browser has not: to its card, else the next card, else the previous one,
 * else
 * the heading. A card that was created by the dialog gets the focus, too.
 */
export function FocusReturn({ dialog }: { dialog: Command | undefined }) {
  const candidates = useRef<string[]>(undefined)
  useEffect(() => {
    if (dialog) {
      candidates.current = listCandidates(dialog)
      return
    }
    const ids = candidates.current
    candidates.current = undefined
    if (!ids || !isFocusLost()) return
    const card = ids.map(elementOfCard).find((each) => each !== undefined)
    const opener = card?.querySelector<HTMLElement>('a, button')
    if (opener) opener.focus()
    else focusText(heading.current)
  }, [dialog])
  return null
}

/**
 * Whether no control of the page has the focus. In Safari on a Mac, clicking a button focuses the content around it
 * instead of the button, so the browser returns the focus there.
 */
function isFocusLost(): boolean {
  const focused = document.activeElement
  return (
    focused === document.body ||
    focused?.closest('dialog:not([open])') != null ||
    focused?.localName === 'main'
  )
}

/** Returns the ids of the cards that may get the focus, the best first; undefined for a dialog without a card. */
function listCandidates(dialog: Command): string[] | undefined {
  const own = idsOf(dialog)
  const [id] = own
  if (id === undefined) return undefined
  const list = elementOfCard(id)?.closest('ul')
  if (!list) return own
  const ids = [...list.querySelectorAll<HTMLElement>('[data-card]')].map(
    (card) => card.dataset.card ?? '',
  )
  const at = ids.indexOf(id)
  return [...own, ...ids.slice(at + 1), ...ids.slice(0, at).toReversed()]
}

/** Returns the ids of the cards that a dialog acts on. */
function idsOf(dialog: Command): string[] {
  if ('prompt' in dialog) return [dialog.prompt.id]
  if ('folder' in dialog) return [dialog.folder.id]
  return dialog.kind === 'move' ? [...dialog.promptIds, ...dialog.folderIds] : []
}
