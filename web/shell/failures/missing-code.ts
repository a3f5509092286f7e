import { tabStorage } from '#web/ui/browser/storage.ts'

/** Errors of code that failed to load, as Vite reports them. */
const faults = new WeakSet<Error>()

if (!import.meta.env.SSR) {
  window.addEventListener('vite:preloadError', (event) => faults.add(event.payload))
}

/** Whether a screen's code failed to load: the network is down, or a newer release has other files. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && faults.has(error)
}

const storageKey = 'reloaded-at'
const reloadInterval = 30_000

/**
 * Reloads the page to get the code of the newest release. Returns false if it has just done so: then the cause is
 * another one.
 */
export function reloadOnce(): boolean {
  const now = Date.now()
  if (now - Number(tabStorage.getItem(storageKey)) < reloadInterval) return false
  tabStorage.setItem(storageKey, String(now))
  // Without storage, it would reload forever.
  if (tabStorage.getItem(storageKey) !== String(now)) return false
  location.reload()
  return true
}
