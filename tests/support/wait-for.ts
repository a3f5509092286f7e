import { vi } from 'vitest'

/** Repeats a check until it passes. Gives up only after what no machine takes, however busy. */
export function waitFor<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: 90_000, interval: 20 })
}
