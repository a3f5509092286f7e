import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { findDraftPlace, setDraftDialog } from '#web/api/draft.ts'
import { ViewPromptDialog } from '#web/prompts/view/view-prompt-dialog.tsx'
import { useLingering } from '#web/ui/overlays/linger.ts'
import { ComingDialog } from './coming-dialog.tsx'
import { useCommands, type Command, type CommandState } from './commands.ts'
import { useDialogCode } from './dialog-code.ts'
import { usePaletteKey } from './palette-key.ts'
import { watchPaste } from './watch-paste.ts'

/** The dialog that is open, or closing. */
export function CommandDialogs() {
  const dialog = (useLocation().state as CommandState)?.dialog
  const navigate = useNavigate()
  const { open } = useCommands()
  const shown = useLingering(dialog)
  const code = useDialogCode(shown !== undefined)
  // Reopened while it is still closing, a dialog starts afresh: what failed to load is fetched again.
  const [opening, setOpening] = useState({ dialog: shown, count: 0 })
  if (shown !== opening.dialog) setOpening({ dialog: shown, count: opening.count + 1 })
  const [typed, setTyped] = useState({ dialog: shown, name: '' })
  useDraftDialog(dialog)
  usePaletteKey(dialog)
  useEffect(() => watchPaste(open), [open])

  const isOpen = dialog !== undefined
  const close = () => void navigate(-1)
  return (
    <>
      {shownDialog()}
      {code && <code.AroundDialogs dialog={dialog} />}
    </>
  )

  function shownDialog() {
    if (!shown) return null
    if (shown.kind === 'palette' || shown.kind === 'keys') {
      if (!code) return null
      return (
        <code.PaletteDialogs key={opening.count} kind={shown.kind} open={isOpen} onClose={close} />
      )
    }
    if (shown.kind === 'view-prompt') {
      return (
        <ViewPromptDialog
          key={opening.count}
          open={isOpen}
          prompt={shown.prompt}
          code={code}
          onAction={(kind) => open({ kind, prompt: shown.prompt })}
          onClose={close}
        />
      )
    }
    if (!code) {
      if (shown.kind === 'export') return null
      return (
        <ComingDialog
          open={isOpen}
          kind={shown.kind}
          onType={(name) => setTyped({ dialog: shown, name })}
          onClose={close}
        />
      )
    }
    return (
      <code.ChangingDialog
        key={opening.count}
        open={isOpen}
        dialog={shown}
        typedName={typed.dialog === shown ? typed.name : ''}
        onClose={close}
      />
    )
  }
}

/** Leads to the form of a draft that outlived its session, which erases the draft when it is closed. */
function useDraftDialog(dialog: Command | undefined) {
  const navigate = useNavigate()
  const wasOpen = useRef(false)
  useEffect(() => {
    const draft = wasOpen.current ? undefined : findDraftPlace()
    setDraftDialog(dialog)
    if (dialog || !draft) {
      wasOpen.current ||= dialog !== undefined
      return
    }
    const address = { pathname: draft.pathname, search: draft.search }
    // Closing the dialog leads back to where it was opened.
    void navigate(address, { replace: true })
    wasOpen.current = draft.dialog === undefined
    if (wasOpen.current) return
    const state: CommandState = { dialog: draft.dialog as Command }
    void navigate(address, { state, preventScrollReset: true })
  }, [dialog, navigate])
}
