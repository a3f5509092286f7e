import { toastSuccess } from '#web/ui/overlays/toast.ts'

export function toastUndo(text: string, undo: () => Promise<void>): void {
  toastSuccess(text)
  void undo
}
