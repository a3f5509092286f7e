const key = 'google-return'

/** Remembers the path to return to after signing in with Google, for this tab only. */
export function storeGoogleReturn(path: string | undefined): void {
  if (path === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, path)
}

/** Returns the path to return to after Google unless it is home, and forgets it. */
export function consumeGoogleReturn(): string | undefined {
  const path = sessionStorage.getItem(key) ?? undefined
  sessionStorage.removeItem(key)
  return path
}
