import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Folder } from '#contract/folders.ts'
import type { PromptCard } from '#contract/prompts.ts'
import { findDraftPlace, setDraftPlace } from '#web/api/draft.ts'

type PromptBasics = Pick<PromptCard, 'id' | 'name' | 'color' | 'isPublic' | 'preview'>

/** The eight modals of the library, and what each is about. */
export type LibraryDialog =
  | { kind: 'create-folder' }
  | { kind: 'update-folder'; folder: Folder }
  | { kind: 'delete-folder'; folder: Folder }
  | { kind: 'create-prompt' }
  | { kind: 'view-prompt'; prompt: PromptBasics }
  | { kind: 'update-prompt'; prompt: PromptBasics }
  | { kind: 'move-prompt'; prompt: PromptBasics }
  | { kind: 'delete-prompt'; prompt: PromptBasics }

/**
 * Which dialog is open. It is a step in the browser's history, so that going back closes it, and
 * neither opening nor closing it moves the page below.
 */
export function useLibraryDialog() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const dialog = (state as { dialog?: LibraryDialog } | null)?.dialog
  const isOpen = dialog !== undefined

  // The same from key to key of a search, or every card would be drawn anew for each. It goes by the
  // browser's own address, behind which the router's may be.
  const open = useCallback(
    (next: LibraryDialog) =>
      void navigate(
        { search: location.search },
        // At once, so that the next key finds the dialog open.
        { state: { dialog: next }, replace: isOpen, preventScrollReset: true, flushSync: true },
      ),
    [navigate, isOpen],
  )

  // What was typed when the last session ended is opened again. Its form erases it when that is closed.
  const wasOpen = useRef(false)
  useEffect(() => {
    const draft = wasOpen.current ? undefined : findDraftPlace()
    if (dialog) {
      wasOpen.current = true
      setDraftPlace({ search: location.search, dialog })
    } else if (draft) {
      const address = { search: draft.search }
      // Closing it leads to where it was opened.
      void navigate(address, { replace: true })
      const state = { dialog: draft.dialog as LibraryDialog }
      void navigate(address, { state, preventScrollReset: true })
    } else {
      setDraftPlace(undefined)
    }
  }, [dialog, navigate])
  return { dialog, open, close: () => void navigate(-1) }
}
