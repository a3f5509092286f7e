import { vi } from 'vitest'

/** Repeats a check until it passes. Gives up only after longer than the busiest machine needs. */
export function waitFor<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: 90_000, interval: 20 })
}
