// Vite does not retry a stylesheet that failed to load.
import '#web/prompts/cards/prompt-actions.module.css'
import '#web/selection/selection.module.css'
import './hands.module.css'
import { startTransition, useEffect, useState } from 'react'
import { loadMessages } from '#web/messages/messages.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'

/** What the library needs once somebody lays hands on it, but not to be seen. */
const handCode = lazyCode(async () => {
  const [hands] = await Promise.all([
    import('./hands.tsx'),
    loadMessages('selection', 'history', 'palette'),
  ])
  const { FolderTools, LibraryHand, PromptTools, ShelfButton, ShelfRow, ViewControls } = hands
  return { FolderTools, LibraryHand, PromptTools, ShelfButton, ShelfRow, ViewControls }
})

/** Fetches it, before it is needed. */
export function fetchHands(): void {
  handCode.fetch().catch(() => {})
}

/** What was fetched, undefined until it has come. Cards get their tools bit by bit, between key presses. */
export function useHands() {
  const [hands, setHands] = useState(handCode.get())
  useEffect(() => {
    const take = () => startTransition(() => setHands(handCode.get()))
    take()
    return handCode.subscribe(take)
  }, [])
  return hands
}
