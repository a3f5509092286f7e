import { useEffect, useRef, type RefObject } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { CommandState } from '#web/library/commands.ts'
import { showCard } from './walk-cards.ts'

type Card = { id: string }
type Shown = { folders: readonly Card[]; prompts: readonly Card[]; isSearch: boolean }

/** Highlights cards that were just created or moved here, and scrolls to a single one. */
export function useNewCards(
  contents: RefObject<HTMLElement | null>,
  { folders, prompts, isSearch }: Shown,
): void {
  const { search, state } = useLocation()
  const hasDialog = (state as CommandState)?.dialog !== undefined
  const queryClient = useQueryClient()
  const seen = useRef<{ place: string; ids: Set<string> }>(undefined)

  useEffect(() => {
    const before = seen.current
    // Changes are shown once the dialog is closed.
    if (hasDialog && before?.place === search) return
    const ids = new Set([...folders, ...prompts].map(({ id }) => id))
    seen.current = { place: search, ids }
    if (before?.place !== search) return
    const isOwn = queryClient
      .getMutationCache()
      .getAll()
      .some(({ state }) => Date.now() - state.submittedAt < 60_000)
    const added = [...ids].filter((id) => !before.ids.has(id))
    if (!isOwn || isSearch || added.length === 0) return
    void highlight(contents.current, { folders, prompts, added })
  }, [contents, folders, prompts, hasDialog, isSearch, queryClient, search])
}

type NewCards = Omit<Shown, 'isSearch'> & { added: string[] }

async function highlight(contents: HTMLElement | null, { folders, prompts, added }: NewCards) {
  // The router restores the scroll position when a dialog closes.
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const [only] = added.length === 1 ? added : []
  const isFolder = folders.some(({ id }) => id === only)
  const lists = [...(contents?.querySelectorAll('ul') ?? [])]
  const list = lists.find((element) => (element.querySelector('article') === null) === isFolder)
  const ids = (isFolder ? folders : prompts).map(({ id }) => id)
  if (only !== undefined && list) await showCard(list, ids, only)
  for (const id of added) {
    const card = contents?.querySelector(`[data-card="${CSS.escape(id)}"]`)
    const outline = '2px solid var(--ink)'
    card?.animate(
      [
        { outline, outlineOffset: '2px' },
        { outline, outlineOffset: '2px', offset: 0.8 },
        { outline: '2px solid transparent', outlineOffset: '2px' },
      ],
      { duration: 1200 },
    )
  }
}
