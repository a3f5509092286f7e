import { storeForAccount, readForAccount } from '#web/api/account-storage.ts'

const most = 3

/** Where things were moved last from this device, the last first: ids of folders, or `root`. */
export function recentDestinations(): string[] {
  return JSON.parse(readForAccount('move-destinations') ?? '[]') as string[]
}

/** Puts a destination first among the recent ones. */
export function keepDestination(id: string): void {
  const kept = [id, ...recentDestinations().filter((other) => other !== id)].slice(0, most)
  storeForAccount('move-destinations', JSON.stringify(kept))
}
