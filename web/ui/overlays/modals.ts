/** The open modal dialogs, the topmost last. */
export const openModals: HTMLDialogElement[] = []

/** Opens a dialog above all others. Returns a function that closes it. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  openModals.push(dialog)
  return () => {
    dialog.close()
    openModals.splice(openModals.indexOf(dialog), 1)
  }
}
