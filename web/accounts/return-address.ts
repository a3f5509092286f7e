import { tabStorage } from '#web/ui/browser/storage.ts'

const key = 'return-address'
/** As long as a request of an app lasts. */
const lifetimeMs = 30 * 60_000

/** Keeps a path of this site, for this tab and half an hour, to come back to after logging in. */
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
