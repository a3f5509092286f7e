const storageKey = 'open-folders'
/** Those opened last stay. */
const most = 1000

/** The folders whose folders the sidebar shows, as they were left on this device. */
export function readOpenFolders(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

export function keepOpenFolders(open: ReadonlySet<string>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify([...open].slice(-most)))
  } catch {
    // The storage is full or blocked: nothing is kept.
  }
}
