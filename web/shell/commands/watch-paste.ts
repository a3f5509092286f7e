import { screens } from '#contract/screens.ts'
import type { OpenCommand } from '#web/library/commands.ts'
import { listen } from '#web/ui/listen.ts'
import { openModals } from '#web/ui/overlays/modals.ts'

/** Opens a new prompt with text pasted into the library outside a field. Returns a function that stops listening. */
export function watchPaste(open: OpenCommand): () => void {
  return listen(document, ['paste'], (event) => {
    const isTyping =
      event.target instanceof Element &&
      event.target.closest('input, textarea, dialog, [contenteditable]')
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const isHere = location.pathname === screens.library && openModals.length === 0
    if (event.defaultPrevented || isTyping || !isHere || text.trim() === '') return
    event.preventDefault()
    const folderId = new URLSearchParams(location.search).get('folderId')
    open({ kind: 'create-prompt', folderId, text })
  })
}
