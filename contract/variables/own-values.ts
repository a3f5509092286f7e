import type { Value } from './value-schemas.ts'

/**
 * Returns a lookup of the account's own values by a variable's name. Case does not matter, but a value with the exact name
 * is preferred.
 */
export function ownValuesFrom(values: Iterable<Value>): (name: string) => string | undefined {
  const exact = new Map<string, string>()
  const folded = new Map<string, string>()
  for (const { name, value } of values) {
    exact.set(name, value)
    if (!folded.has(foldName(name))) folded.set(foldName(name), value)
  }
  return (name) => exact.get(name) ?? folded.get(foldName(name))
}

/** The form in which own values and variables match. */
export function foldName(name: string): string {
  return name.toLowerCase()
}
