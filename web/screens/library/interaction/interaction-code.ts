// Vite does not retry a stylesheet that failed to load.
import '#web/prompts/cards/prompt-actions.module.css'
import '#web/prompts/short-name/short-name.module.css'
import '#web/library/selection/selection.module.css'
import './interaction.module.css'
import { loadMessages } from '#web/ui/messages/messages.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'

/** Everything the library needs for interaction, but not for the first paint. */
export const interactionCode = lazyCode(async () => {
  const [code] = await Promise.all([
    import('./card-tools.tsx'),
    loadMessages('selection', 'history', 'palette'),
  ])
  const { FolderTools, LibraryInteraction, PromptTools } = code
  const { OrderSelect, PlaceMenu, ShelfButton, ShelfRow, ShortName, ViewControls } = code
  return {
    FolderTools,
    LibraryInteraction,
    OrderSelect,
    PlaceMenu,
    PromptTools,
    ShelfButton,
    ShelfRow,
    ShortName,
    ViewControls,
  }
})
