/** Toasts, top right. The library that draws them is loaded with the first one. */
type Kind = 'success' | 'error'
type Action = { label: string; onPress: () => void }

/** In milliseconds. */
const durations: Record<Kind, number> = { success: 3000, error: 7000 }
const undoableMs = 10_000

export function toastSuccess(text: string): void {
  void show('success', text)
}

/** What was done, with a press that undoes it: longer, since it takes a decision. */
export function toastUndoable(text: string, undo: Action): void {
  void show('success', text, undo, undoableMs)
}

/** An error, with a way out where there is one. */
export function toastError(text: string, action?: Action): void {
  void show('error', text, action)
}

/** Fetches the library before there is something to say: later there may be no network. */
export function fetchToaster(): void {
  void load()
}

async function show(kind: Kind, text: string, action?: Action, duration = durations[kind]) {
  // What cannot be loaded is not said here: the screen tells that the server is out of reach.
  const toaster = await load()
  toaster?.showToast(kind, text, duration, action)
}

function load() {
  return import('./toaster.tsx').catch(() => undefined)
}
