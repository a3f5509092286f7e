import { tabStorage } from '#web/ui/browser/storage.ts'

const key = 'google-return'

/** Stores the path to return to after a login with Google, for this tab only. */
export function storeGoogleReturn(path: string | undefined): void {
  if (path === undefined) tabStorage.removeItem(key)
  else tabStorage.setItem(key, path)
}

/** Returns and deletes the path to return to after Google; undefined if it is home. */
export function consumeGoogleReturn(): string | undefined {
  const path = tabStorage.getItem(key) ?? undefined
  tabStorage.removeItem(key)
  return path
}
