import { useEffect, useRef } from 'react'
import type { Command } from '#web/library/commands.ts'
import { elementOfCard, heading } from '#web/library/on-screen.ts'

type Neighbours = { after: string[]; before: string[] }

/**
 * Restores the focus after a dialog whose card was moved or deleted: to the next card, else the previous one, else the
 * heading. If the card still exists, the browser returns the focus itself. A card that came with the dialog gets it.
 */
export function FocusReturn({ dialog }: { dialog: Command | undefined }) {
  const neighbours = useRef<Neighbours>(undefined)
  useEffect(() => {
    if (dialog) {
      neighbours.current = neighboursOf(dialog)
      return
    }
    const { after, before } = neighbours.current ?? {}
    neighbours.current = undefined
    if (!after || !before || !isFocusLost()) return
    const next = [...after, ...before].map(elementOfCard).find((card) => card !== undefined)
    const target = next?.querySelector<HTMLElement>('a, button') ?? heading.current
    target?.focus()
  }, [dialog])
  return null
}

/** Whether nothing has the focus, or only the dialog that is fading out. */
function isFocusLost(): boolean {
  const focused = document.activeElement
  return focused === document.body || focused?.closest('dialog:not([open])') != null
}

function neighboursOf(dialog: Command): Neighbours | undefined {
  const removed = idsOf(dialog)
  const [id] = removed
  if (id === undefined) return undefined
  const list = elementOfCard(id)?.closest('ul')
  if (!list) return { after: removed, before: [] }
  const ids = [...list.querySelectorAll<HTMLElement>('[data-card]')].map(
    (card) => card.dataset.card ?? '',
  )
  const at = ids.indexOf(id)
  const isStaying = (id: string) => !removed.includes(id)
  return {
    after: ids.slice(at + 1).filter(isStaying),
    before: ids.slice(0, at).filter(isStaying).toReversed(),
  }
}

/** Returns the ids of the cards that a dialog acts on. */
function idsOf(dialog: Command): string[] {
  if ('prompt' in dialog) return [dialog.prompt.id]
  if ('folder' in dialog) return [dialog.folder.id]
  return dialog.kind === 'move' ? [...dialog.promptIds, ...dialog.folderIds] : []
}
