import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { findDraftLocation, setDraftDialog } from '#web/api/draft.ts'
import { useLazyCode } from '#web/ui/lazy-code.ts'
import { useLingering } from '#web/ui/overlays/linger.ts'
import { ComingDialog } from './coming-dialog.tsx'
import {
  stateOf,
  useCommands,
  useOpenDialog,
  type Command,
  type OpenCommand,
} from '#web/library/commands.ts'
import { forgetFirstDialog, readFirstDialog } from './first-dialog.ts'
import { dialogCode } from './dialog-code.ts'
import { usePaletteKey } from './palette-key.ts'
import { watchPaste } from './watch-paste.ts'

/** Renders the open or closing dialog. */
export function CommandDialogs() {
  const dialog = useOpenDialog()
  const { open, close } = useCommands()
  const shown = useLingering(dialog)
  const { code, failure } = useLazyCode(dialogCode, { isWanted: shown !== undefined })
  if (failure) throw failure.error
  // A new key resets a dialog that is reopened while closing, which retries failed requests.
  const [opening, setOpening] = useState({ dialog: shown, count: 0 })
  if (shown !== opening.dialog) setOpening({ dialog: shown, count: opening.count + 1 })
  useDraftDialog(dialog)
  useFirstDialog(open)
  usePaletteKey(dialog)
  useEffect(() => watchPaste(open), [open])

  const isOpen = dialog !== undefined
  return (
    <>
      {shown && !code && <ComingDialog open={isOpen} dialog={shown} onClose={close} />}
      {shown && code && (
        <code.CommandDialog key={opening.count} open={isOpen} dialog={shown} onClose={close} />
      )}
      {code && <code.AroundDialogs dialog={dialog} />}
    </>
  )
}

/** Opens the dialog that a URL requested. The form of a draft has priority. */
function useFirstDialog(open: OpenCommand) {
  useEffect(() => {
    const dialog = findDraftLocation() ? undefined : readFirstDialog()
    if (!dialog) return
    forgetFirstDialog()
    open(dialog)
  }, [open])
}

/** Reopens the form of a draft that outlived its session. Closing the form erases the draft. */
function useDraftDialog(dialog: Command | undefined) {
  const navigate = useNavigate()
  const wasOpen = useRef(false)
  useEffect(() => {
    const draft = wasOpen.current ? undefined : findDraftLocation()
    setDraftDialog(dialog)
    if (dialog || !draft) {
      wasOpen.current ||= dialog !== undefined
      return
    }
    const address = { pathname: draft.pathname, search: draft.search }
    // Navigates without the dialog first, so that closing it returns there.
    void navigate(address, { replace: true })
    wasOpen.current = draft.dialog === undefined
    if (wasOpen.current) return
    const state = stateOf(draft.dialog as Command)
    void navigate(address, { state, preventScrollReset: true })
  }, [dialog, navigate])
}
