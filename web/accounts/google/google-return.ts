import { tabStorage } from '#web/ui/browser/storage.ts'

const key = 'google-return'

/** Remembers the path to return to after signing in with Google, for this tab only. */
export function storeGoogleReturn(path: string | undefined): void {
  if (path === undefined) tabStorage.removeItem(key)
  else tabStorage.setItem(key, path)
}

/** Returns the path to return to after Google unless it is home, and forgets it. */
export function consumeGoogleReturn(): string | undefined {
  const path = tabStorage.getItem(key) ?? undefined
  tabStorage.removeItem(key)
  return path
}
