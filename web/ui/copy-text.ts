type StartedCopy = { finish: (text: string) => void; isCopied: Promise<boolean> }

/** A copy that a key press has started, and whose text is still pending. */
let started: StartedCopy | undefined

/**
 * Starts a copy whose text `copyText` provides later, because some browsers allow copying only during a click or key
 * press.
 */
export function startCopy(): void {
  dropStartedCopy()
  const { promise, resolve } = Promise.withResolvers<string>()
  started = { finish: resolve, isCopied: copyComing(promise) }
}

/** Ends a copy without a text. The clipboard stays unchanged. */
export function dropStartedCopy(): void {
  started?.finish('')
  started = undefined
}

/**
 * Copies a text that is still loading; returns whether that worked. Some browsers copy only during a press, so they get
 * a promise at once. Nothing is copied if the text is empty.
 */
export async function copyComing(text: Promise<string>): Promise<boolean> {
  if (!('ClipboardItem' in globalThis) || !navigator.clipboard?.write) return false
  const blob = text.then((loaded) => {
    if (loaded.trim() === '') throw new Error('There is nothing to copy.')
    return new Blob([loaded], { type: 'text/plain' })
  })
  // A browser that rejects the copy immediately never awaits it.
  blob.catch(() => undefined)
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    return true
  } catch {
    return false
  }
}

/** Writes a text to the clipboard; returns whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  if (started) {
    const { finish, isCopied } = started
    started = undefined
    finish(text)
    if (await isCopied) return true
  }
  // Only secure origins have the clipboard API: not a home server at http://192.168.…
  if (!navigator.clipboard) return copyBySelection(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Copies a text synchronously, before the page loses the focus; returns whether that worked. */
export function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'visually-hidden'
  // Safari copies tabs and spaces only as this style preserves them.
  area.style.whiteSpace = 'pre'
  // Outside an open dialog, text cannot be selected.
  const parent = focused?.closest('dialog') ?? document.body
  parent.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
