import { storeForAccount, readForAccount } from '#web/api/account-storage.ts'

/** Those opened last stay. */
const most = 1000

/** The folders whose folders the sidebar shows, as they were left on this device. */
export function readOpenFolders(): ReadonlySet<string> {
  return new Set(JSON.parse(readForAccount('open-folders') ?? '[]') as string[])
}

export function keepOpenFolders(open: ReadonlySet<string>): void {
  storeForAccount('open-folders', JSON.stringify([...open].slice(-most)))
}
