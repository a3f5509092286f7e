import type { AccountNo } from '#server/db/owner.ts'

/** A library that some client watches. */
export type WatchedLibrary = {
  /** The number of its last known change; undefined until it has been read. */
  changeNo: number | undefined
  /** Resolves with the next number. */
  changed: () => Promise<void>
}

/** Follows the change numbers of all libraries that clients of this process watch, also if other processes change them. */
export type LibraryWatch = {
  /** Watches a library until the returned function is called. */
  watch: (owner: AccountNo) => { library: WatchedLibrary; stop: () => void }
  /** Reads a library's number now, if it is watched, because this process may have changed it. */
  wake: (owner: AccountNo) => void
  /** Whether this process has reached its limit of watchers. */
  isFull: () => boolean
  isClosed: () => boolean
  /** Ends all streams. */
  close: () => void
}
