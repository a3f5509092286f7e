import { listen } from '#web/ui/listen.ts'

declare global {
  interface Window {
    /** The first key pressed while the frame of a screen was shown, recorded by `web/public/first-paint.js`. */
    earlyKey?: KeyboardEvent
  }
}

/** In milliseconds. An older key press was not meant for the current screen. */
const longest = 3_000
/** The longest shortcut has two keys. */
const most = 2

let early: KeyboardEvent[] = []
let stop: (() => void) | undefined

/** Stores the last keys that are pressed before the code of the shortcuts has loaded. */
export function keepEarlyKeys(): void {
  stop ??= listen(document, ['keydown'], (event) => {
    if (!event.defaultPrevented) early = [...early, event].slice(-most)
  })
}

/** Repeats the key that was pressed while the page showed the frame of its screen. */
export function repeatEarlyKey(): void {
  const { earlyKey } = window
  delete window.earlyKey
  if (earlyKey === undefined || performance.now() - earlyKey.timeStamp > longest) return
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = earlyKey
  const init = { key, code, ctrlKey, metaKey, altKey, shiftKey }
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
  )
}

/** Stops storing keys. Returns those that are recent enough. */
export function takeEarlyKeys(): KeyboardEvent[] {
  stop?.()
  const kept = early.filter(({ timeStamp }) => performance.now() - timeStamp < longest)
  early = []
  return kept
}
