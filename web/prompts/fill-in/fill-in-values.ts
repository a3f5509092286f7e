import type { Values } from '#contract/variables/fill-in.ts'
import { createStore } from '#web/ui/store.ts'

/**
 * The values filled into a prompt's variables. Outside React's state, so that a key press redraws only the
 * occurrences of that variable, in a text that may have a thousand. A variable without a value has its default.
 */
export function createFillInValues(first: Values = new Map()) {
  const { get, set, subscribe } = createStore(first)
  return {
    get,
    subscribe,
    set: (name: string, value: string) => set(new Map(get()).set(name, value)),
    /** Replaces several values at once; undefined restores the default. */
    setAll: (values: ReadonlyMap<string, string | undefined>) =>
      set(new Map([...new Map([...get(), ...values])].filter(isFilledIn))),
  }
}

function isFilledIn(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined
}

export type FillInValues = ReturnType<typeof createFillInValues>
