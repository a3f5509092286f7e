import { storeForAccount, readForAccount } from '#web/api/account-storage.ts'

/** Only the most recently opened folders are stored. */
const most = 1000

/** Reads the ids of folders that are open in the sidebar of this device. */
export function readOpenFolders(): ReadonlySet<string> {
  return new Set(JSON.parse(readForAccount('open-folders') ?? '[]') as string[])
}

export function storeOpenFolders(open: ReadonlySet<string>): void {
  storeForAccount('open-folders', JSON.stringify([...open].slice(-most)))
}
