import type * as Toaster from './toaster.tsx'

/** Toasts, top right. The toast library is loaded with the first one. */
export type Kind = 'success' | 'error' | 'info'
export type Action = {
  label: string
  onPress: () => void
  /** How to trigger the action without the button. Only screen readers read it. */
  hint?: string
}

/** In milliseconds. */
const durations: Record<Kind, number> = { success: 3000, error: 7000, info: 10_000 }
const undoableMs = 10_000

export function toastSuccess(text: string): void {
  void show('success', text)
}

/** Reports an action, with a button that undoes it: shown longer, since that takes a decision. */
export function toastUndoable(text: string, undo: Action): void {
  void show('success', text, undo, undoableMs)
}

/** Closes the toast of an action that was triggered without its button. */
export function closeToastOf(onPress: Action['onPress']): void {
  void toaster?.then((loaded) => loaded?.closeToastOf(onPress))
}

/** Shows a tip, with a button that applies it, unless a dialog or an error is shown. Returns whether it was shown. */
export function toastHint(text: string, action: Action): Promise<boolean> {
  return show('info', text, action)
}

/** Reports an error, with an action that resolves it, if there is one. */
export function toastError(text: string, action?: Action): void {
  void show('error', text, action)
}

/** Fetches the toast library before it is needed, because later there may be no network. */
export function fetchToaster(): void {
  void load()
}

async function show(kind: Kind, text: string, action?: Action, duration = durations[kind]) {
  // A failed load is not reported here: the screen shows that the server is unreachable.
  const loaded = await load()
  return loaded?.showToast(kind, text, duration, action) ?? false
}

let toaster: Promise<typeof Toaster | undefined> | undefined

/** Returns the same promise until it fails, so that toasts are shown in their order. */
function load() {
  toaster ??= import('./toaster.tsx').catch(() => (toaster = undefined))
  return toaster
}
