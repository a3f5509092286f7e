/** The open modal dialogs, the topmost last. */
export const openModals: HTMLDialogElement[] = []

// Tab may leave the page. Keys still reach the topmost dialog.
addEventListener('keydown', giveToTopmost, { capture: true })

function giveToTopmost(event: KeyboardEvent) {
  const frame = frameOf(openModals.at(-1))
  if (!frame || event.target !== document.body) return
  event.stopImmediatePropagation()
  frame.focus()
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event
  const press = { key, ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true }
  if (!frame.dispatchEvent(new KeyboardEvent('keydown', press))) event.preventDefault()
}

function frameOf(dialog: HTMLDialogElement | undefined): HTMLElement | null | undefined {
  return dialog?.querySelector<HTMLElement>('[tabindex="-1"]')
}

/** Opens a dialog above all others. Returns a function that closes it. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.inert = false
  dialog.showModal()
  openModals.push(dialog)
  // The focused element may be removed, such as a button that is clicked while the content is still loading. One that
  // is removed on blur disappears before the browser has focused the next one.
  const keepFocus = () => {
    if (openModals.at(-1) === dialog && document.activeElement === document.body)
      frameOf(dialog)?.focus()
  }
  const removals = new MutationObserver(() => setTimeout(keepFocus))
  removals.observe(dialog, { childList: true, subtree: true })
  return () => {
    removals.disconnect()
    dialog.close()
    // React returns the focus to the field that had it, which Safari allows while the dialog fades out.
    dialog.inert = true
    openModals.splice(openModals.indexOf(dialog), 1)
    // The field below that had the focus may be gone.
    const { activeElement } = document
    const isLost = activeElement === document.body || dialog.contains(activeElement)
    if (isLost) frameOf(openModals.at(-1))?.focus()
  }
}
