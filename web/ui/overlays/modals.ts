/** The open modal dialogs, the topmost last. */
export const openModals: HTMLDialogElement[] = []

/** Opens a dialog above all others. Returns a function that closes it. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.inert = false
  dialog.showModal()
  openModals.push(dialog)
  return () => {
    dialog.close()
    // React returns the focus to the field that had it, which Safari allows while the dialog fades out.
    dialog.inert = true
    openModals.splice(openModals.indexOf(dialog), 1)
    // The field below that had the focus may be gone.
    const { activeElement } = document
    const isLost = activeElement === document.body || dialog.contains(activeElement)
    if (isLost) openModals.at(-1)?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus()
  }
}
