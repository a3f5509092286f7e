import { listen } from '#web/ui/listen.ts'

declare global {
  interface Window {
    /** The first key pressed while the frame of a screen was shown, recorded by `web/public/first-paint.js`. */
    earlyKey?: KeyboardEvent
  }
}

/** In milliseconds. An older key press was not meant for the current screen. */
const longest = 3_000

/**
 * Stores the last keys that are pressed before the code that responds to them has loaded. `isHeld` keys have no other
 * effect.
 */
function recorder(
  most: number,
  isKept: (event: KeyboardEvent) => boolean,
  isHeld: (event: KeyboardEvent) => boolean = () => false,
) {
  let keys: KeyboardEvent[] = []
  let stop: (() => void) | undefined
  return {
    start: () => {
      stop ??= listen(document, ['keydown', 'keyup'], (event) => {
        if (event.defaultPrevented || !isKept(event)) return
        if (isHeld(event)) event.preventDefault()
        if (event.type === 'keydown') keys = [...keys, event].slice(-most)
      })
    },
    /** Stops storing keys. Returns those that are recent enough. */
    take: (): KeyboardEvent[] => {
      stop?.()
      const recent = keys.filter(({ timeStamp }) => performance.now() - timeStamp < longest)
      keys = []
      return recent
    },
  }
}

/** Keys for shortcuts. The longest shortcut has two. */
export const shortcutKeys = recorder(2, () => true)
/** Keys that move through cards and select them. Others are shortcuts, or already have an effect. */
export const cardKeys = recorder(
  20,
  ({ key, target, ctrlKey, metaKey, altKey }) =>
    /^(?:x| |F2|Home|End|Arrow\w+)$/i.test(key) &&
    !(ctrlKey || metaKey || altKey) &&
    target instanceof Element &&
    target.matches(key === ' ' ? '[data-card] :is(h3 button, a)' : '[data-card] *'),
  // It would open the card, or scroll.
  ({ key }) => key === ' ',
)

/** Repeats the key that was pressed while the page showed the frame of its screen. */
export function repeatEarlyKey(): void {
  const { earlyKey } = window
  delete window.earlyKey
  if (earlyKey === undefined || performance.now() - earlyKey.timeStamp > longest) return
  repeatKey(document.body, earlyKey)
}

export function repeatKey(target: Element, event: KeyboardEvent): void {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat } = event
  const init = { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat }
  target.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
}
