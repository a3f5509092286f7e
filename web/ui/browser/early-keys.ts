import { listen } from '#web/ui/listen.ts'

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

/** Stops storing keys. Returns those that are recent enough. */
export function takeEarlyKeys(): KeyboardEvent[] {
  stop?.()
  const kept = early.filter(({ timeStamp }) => performance.now() - timeStamp < longest)
  early = []
  return kept
}
