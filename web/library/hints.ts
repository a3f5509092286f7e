import { createStore } from '#web/ui/store.ts'

/** What this device has shown of the hints for the first hour. */
export type Hints = {
  /** Prompts opened with a mouse or a finger, until the palette was mentioned. */
  opened: number
  hasNamedPalette: boolean
  hasNamedCopyKeys: boolean
  /** Whether the samples were closed. */
  hasClosedSamples: boolean
}

const key = 'hints'

export const hints = createStore<Hints>({
  opened: 0,
  hasNamedPalette: false,
  hasNamedCopyKeys: false,
  hasClosedSamples: false,
  ...read(),
})

export function noteHint(change: Partial<Hints>): void {
  hints.set({ ...hints.get(), ...change })
  try {
    localStorage.setItem(key, JSON.stringify(hints.get()))
  } catch {
    // Storage is unavailable: it holds until the page is left.
  }
}

function read(): Partial<Hints> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Hints>
  } catch {
    return {}
  }
}
