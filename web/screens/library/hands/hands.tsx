import type { RefObject } from 'react'
import type { Folder } from '#contract/folders.ts'
import type { PromptCard } from '#contract/prompts.ts'
import { FolderActions } from '#web/folders/folder-actions.tsx'
import { PromptActions } from '#web/prompts/cards/prompt-actions.tsx'
import { SelectBox } from '#web/selection/select-box.tsx'
import type { Hand } from './library-hand.tsx'

export { LibraryHand } from './library-hand.tsx'
export { ShelfRow } from './shelf-row.tsx'
export { ViewControls } from './view-controls.tsx'

type HandProps = { hand: RefObject<Hand | null> }

/** The check box and the actions of a prompt. */
export function PromptTools({ prompt, hand }: HandProps & { prompt: PromptCard }) {
  const item = { kind: 'prompt', id: prompt.id, card: prompt } as const
  return (
    <>
      <SelectBox item={item} onPress={(isRange) => hand.current?.choose(item, isRange)} />
      <PromptActions
        prompt={prompt}
        onAction={(action) => hand.current?.actOnPrompt(prompt, action)}
      />
    </>
  )
}

/** The check box and the menu of a folder. */
export function FolderTools({ folder, hand }: HandProps & { folder: Folder }) {
  const item = { kind: 'folder', id: folder.id, card: folder } as const
  return (
    <>
      <SelectBox item={item} onPress={(isRange) => hand.current?.choose(item, isRange)} />
      <FolderActions
        name={folder.name}
        onAction={(action) => hand.current?.actOnFolder(folder, action)}
      />
    </>
  )
}
