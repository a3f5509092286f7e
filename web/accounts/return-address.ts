import { tabStorage } from '#web/ui/browser/storage.ts'

const key = 'return-address'
/** Equals the lifetime of an app's request. */
const lifetimeMs = 30 * 60_000

/** Stores the path to return to after a login, in this tab for 30 minutes. */
export function keepReturnAddress(path: string): void {
  tabStorage.setItem(key, JSON.stringify({ path, keptAt: Date.now() }))
}

export function readReturnAddress(): string | null {
  const text = tabStorage.getItem(key)
  if (text === null) return null
  const { path, keptAt } = JSON.parse(text) as { path: string; keptAt: number }
  return Date.now() - keptAt < lifetimeMs ? path : null
}

export function forgetReturnAddress(): void {
  tabStorage.removeItem(key)
}
