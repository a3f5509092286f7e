// Vite does not retry a stylesheet that failed to load.
import '#web/prompts/cards/prompt-actions.module.css'
import '#web/selection/selection.module.css'
import './hands.module.css'
import { loadMessages } from '#web/messages/messages.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'

/** What the library needs once somebody lays hands on it, but not to be seen. */
export const handCode = lazyCode(async () => {
  const [{ FolderTools, LibraryHand, PromptTools, ShelfRow, ViewControls }] = await Promise.all([
    import('./hands.tsx'),
    loadMessages('selection'),
  ])
  return { FolderTools, LibraryHand, PromptTools, ShelfRow, ViewControls }
})

/** Fetches it, before it is needed. */
export function fetchHands(): void {
  handCode.fetch().catch(() => {})
}
