import { useDeferredValue, type RefObject } from 'react'
import type { Folder } from '#contract/library/folders.ts'
import type { PromptCard } from '#contract/library/prompts.ts'
import { FolderActions, type FolderAction } from '#web/library/folders/folder-actions.tsx'
import { usesSingleKeys } from '#web/library/single-keys.ts'
import { KeyNames, keyShortcut } from '#web/shell/palette/key-names.tsx'
import { allVerbs } from '#web/shell/palette/verbs.ts'
import { PromptActions, type PromptAction } from '#web/prompts/cards/prompt-actions.tsx'
import { SelectBox } from '#web/library/selection/select-box.tsx'
import type { Shortcut } from '#web/ui/controls/menu.tsx'
import type { CardActions } from './library-interaction.tsx'

export { ShortName } from '#web/prompts/short-name/short-name.tsx'
export { LibraryInteraction } from './library-interaction.tsx'
export { PlaceMenu } from './place-menu.tsx'
export { ShelfRow } from './shelf-row.tsx'
export { OrderSelect, ShelfButton, ViewControls } from './view-controls.tsx'

/** Returns the key that triggers a button's action on a focused card. */
function shortcutOf(action: PromptAction | FolderAction): Shortcut | undefined {
  if (!usesSingleKeys()) return undefined
  const id = action === 'fillIn' ? 'copy' : action
  const key = allVerbs.find((verb) => verb.id === id)?.key
  return key && { keys: keyShortcut(key), names: <KeyNames value={key} /> }
}

type ToolsProps = { actions: RefObject<CardActions | null> }

/** The check box and the actions of a prompt. */
export function PromptTools({ prompt, actions }: ToolsProps & { prompt: PromptCard }) {
  const item = { kind: 'prompt', id: prompt.id, card: prompt } as const
  if (!useFollowsCard()) return null
  return (
    <>
      <SelectBox item={item} onPress={(isRange) => actions.current?.choose(item, isRange)} />
      <PromptActions
        prompt={prompt}
        shortcutOf={shortcutOf}
        onAction={(action) => actions.current?.actOnPrompt(prompt, action)}
      />
    </>
  )
}

/** The check box and the menu of a folder. */
export function FolderTools({ folder, actions }: ToolsProps & { folder: Folder }) {
  const item = { kind: 'folder', id: folder.id, card: folder } as const
  if (!useFollowsCard()) return null
  return (
    <>
      <SelectBox item={item} onPress={(isRange) => actions.current?.choose(item, isRange)} />
      <FolderActions
        name={folder.name}
        isFavourite={folder.isFavourite === 1}
        shortcutOf={shortcutOf}
        onAction={(action) => actions.current?.actOnFolder(folder, action)}
      />
    </>
  )
}

/** False at first: tools are half of a card's elements, and follow it between key presses. */
function useFollowsCard(): boolean {
  return useDeferredValue(true, false)
}
