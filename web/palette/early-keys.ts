import { listen } from '#web/ui/listen.ts'

/** In milliseconds. An older press was not meant for what is on the screen by now. */
const longest = 3_000
/** The longest shortcut has two keys. */
const most = 2

let early: KeyboardEvent[] = []
let stop: (() => void) | undefined

/** Keeps the last keys that are pressed before the code of the shortcuts is there. */
export function keepEarlyKeys(): void {
  stop ??= listen(document, ['keydown'], (event) => {
    if (!event.defaultPrevented) early = [...early, event].slice(-most)
  })
}

/** Ends keeping keys. Returns those that still count. */
export function takeEarlyKeys(): KeyboardEvent[] {
  stop?.()
  const kept = early.filter(({ timeStamp }) => performance.now() - timeStamp < longest)
  early = []
  return kept
}
