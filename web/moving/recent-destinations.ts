const storageKey = 'move-destinations'
const most = 3

/** Where things were moved last from this device, the last first: ids of folders, or `root`. */
export function recentDestinations(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** Puts a destination first among the recent ones. */
export function keepDestination(id: string): void {
  const kept = [id, ...recentDestinations().filter((other) => other !== id)].slice(0, most)
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // The storage is full or blocked: nothing is kept.
  }
}
