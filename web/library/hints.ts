import { createStore } from '#web/ui/store.ts'
import { deviceStorage } from '#web/ui/browser/storage.ts'

/** The hints for new users that this device has already shown. */
export type Hints = {
  /** Prompts opened with a mouse or by touch, until the palette was mentioned. */
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
  deviceStorage.setItem(key, JSON.stringify(hints.get()))
}

function read(): Partial<Hints> {
  try {
    return JSON.parse(deviceStorage.getItem(key) ?? '{}') as Partial<Hints>
  } catch {
    return {}
  }
}
