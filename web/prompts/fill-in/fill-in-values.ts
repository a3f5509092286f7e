import { createContext, use, useSyncExternalStore } from 'react'
import { createStore } from '#web/ui/store.ts'

/**
 * What was typed into a prompt's variables. Outside React's state, so that a key press redraws only what shows
 * that one variable, in a text that may have a thousand.
 */
export function createFillInValues(first: ReadonlyMap<string, string> = new Map()) {
  const { get, set, subscribe } = createStore(first)
  return {
    get,
    subscribe,
    set: (name: string, value: string) => set(new Map(get()).set(name, value)),
  }
}
export type FillInValues = ReturnType<typeof createFillInValues>

export const FillInContext = createContext<FillInValues>(createFillInValues())

/** A variable's value; empty when it has none. */
export function useFillInValue(name: string): string {
  const values = use(FillInContext)
  const value = () => values.get().get(name) ?? ''
  return useSyncExternalStore(values.subscribe, value, value)
}
