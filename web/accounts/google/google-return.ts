const key = 'google-return'

/** Keeps where the browser goes after Google, for this tab only. */
export function keepGoogleReturn(path: string | undefined): void {
  if (path === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, path)
}

/** Where the browser was to go after Google, other than home; asked once. */
export function takeGoogleReturn(): string | undefined {
  const path = sessionStorage.getItem(key) ?? undefined
  sessionStorage.removeItem(key)
  return path
}
