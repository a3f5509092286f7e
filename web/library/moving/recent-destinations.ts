import { storeForAccount, readForAccount } from '#web/api/account-storage.ts'

const most = 3

/** Returns the last destinations on this device, most recent first: ids of folders, or `root`. */
export function recentDestinations(): string[] {
  return JSON.parse(readForAccount('move-destinations') ?? '[]') as string[]
}

/** Puts a destination first in the list. */
export function rememberDestination(id: string): void {
  const kept = [id, ...recentDestinations().filter((other) => other !== id)].slice(0, most)
  storeForAccount('move-destinations', JSON.stringify(kept))
}
