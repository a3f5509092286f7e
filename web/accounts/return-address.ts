const key = 'return-address'

/** Keeps a path of this site, for this tab, to come back to after logging in. */
export function keepReturnAddress(path: string): void {
  sessionStorage.setItem(key, path)
}

export function readReturnAddress(): string | null {
  return sessionStorage.getItem(key)
}

export function forgetReturnAddress(): void {
  sessionStorage.removeItem(key)
}
