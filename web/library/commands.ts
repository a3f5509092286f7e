import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Folder } from '#contract/library/folders.ts'
import type { PromptCard } from '#contract/library/prompts.ts'

export type PromptBasics = Pick<PromptCard, 'id' | 'name' | 'color' | 'isPublic' | 'preview'>

/** The dialogs that any screen can open after login, with their subjects. */
export type Command =
  | { kind: 'create-folder'; folderId: string | null }
  | { kind: 'update-folder'; folder: Folder }
  | { kind: 'delete-folder'; folder: Folder }
  | {
      kind: 'create-prompt'
      folderId: string | null
      name?: string
      text?: string
      /** Braces in the text are plain text, and nothing in it is converted. */
      isLiteral?: true
    }
  | { kind: 'view-prompt'; prompt: PromptBasics }
  | { kind: 'update-prompt'; prompt: PromptBasics }
  | { kind: 'move-prompt'; prompt: PromptBasics }
  | { kind: 'delete-prompt'; prompt: PromptBasics }
  | { kind: 'versions'; prompt: PromptBasics }
  | { kind: 'skill'; prompt: PromptBasics }
  | {
      kind: 'move'
      promptIds: string[]
      folderIds: string[]
      /** The name of the first item. */
      name: string
      mode: 'move' | 'copy'
    }
  | { kind: 'starter-shelf' }
  | { kind: 'import'; folderId: string | null }
  | {
      kind: 'export'
      /** Two empty lists mean the whole library. */
      promptIds: string[]
      folderIds: string[]
      /** The name of the first item. */
      name: string
    }
  | { kind: 'palette' }
  | { kind: 'keys' }

export type OpenCommand = (command: Command) => void

/**
 * The prompts that dialogs were opened with. The browser writes the state of history entries to files that no logout
 * erases, so entries do not have the texts of prompts, and names only for dialogs that do not load the prompt.
 */
const opened = new Map<string, PromptBasics>()

/** Returns the state of a history entry with a dialog. */
export function stateOf(dialog: Command): CommandState {
  if (!('prompt' in dialog)) return { dialog }
  const { kind, prompt } = dialog
  opened.set(prompt.id, prompt)
  const name = kind === 'view-prompt' || kind === 'update-prompt' ? '' : prompt.name
  return { dialog: { ...dialog, prompt: { ...prompt, name, preview: '' } } }
}

/**
 * Returns the dialog of the current history entry. After a reload, it may lack the name until the prompt has loaded, like
 * one that an address has opened.
 */
export function useOpenDialog(): Command | undefined {
  const { state } = useLocation()
  return useMemo(() => {
    const dialog = (state as CommandState)?.dialog
    if (dialog === undefined || !('prompt' in dialog)) return dialog
    const { prompt } = dialog
    return { ...dialog, prompt: opened.get(prompt.id) ?? prompt }
  }, [state])
}

/** The state of a history entry with an open dialog, or whose first card takes the focus. */
export type CommandState = { dialog?: Command; focusesCard?: boolean } | null

/**
 * Opens dialogs. Each is an entry in the browser's history, so going back closes it. Neither opening nor closing
 * scrolls
 * the page below. Both functions are stable.
 */
export function useCommands(): { open: OpenCommand; close: () => void } {
  const navigate = useNavigate()
  return useMemo(
    () => ({
      open: (command) =>
        void navigate(
          // The browser's own address: the router's may lag behind a search being typed.
          { search: location.search },
          {
            state: stateOf(command),
            replace: isDialogOpen(),
            preventScrollReset: true,
            // The next key press must find the dialog open.
            flushSync: true,
          },
        ),
      close: () => {
        // The browser goes back a moment later, and the router only once the screen below is loaded. Another press in
        // the
        // meantime must not leave that screen, too.
        if (isClosing || !isDialogOpen()) return
        isClosing = true
        addEventListener('popstate', () => (isClosing = false), { once: true })
        void navigate(-1)
      },
    }),
    [navigate],
  )
}

/** Whether the browser has been asked to go back, and has not yet done so. */
let isClosing = false

/** Whether the current history entry is a dialog, which the next dialog replaces. */
function isDialogOpen(): boolean {
  const { usr } = (history.state ?? {}) as { usr?: CommandState }
  return usr?.dialog !== undefined
}
