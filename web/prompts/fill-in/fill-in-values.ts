import { createContext, use, useSyncExternalStore } from 'react'

/**
 * What was typed into a prompt's variables. Outside React's state, so that a key press draws anew
 * only what shows that one variable, in a text that may have a thousand.
 */
export function createFillInValues(first?: ReadonlyMap<string, string>) {
  let values: ReadonlyMap<string, string> = first ?? new Map()
  const listeners = new Set<() => void>()
  return {
    get: () => values,
    set: (name: string, value: string) => {
      values = new Map(values).set(name, value)
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
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
