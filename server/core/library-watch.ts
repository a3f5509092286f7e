import type { AccountNo } from '#server/db/owner.ts'

/** A library that some client watches. */
export type WatchedLibrary = {
  /** The number of its last known change; undefined until it has been read. */
  changeNo: number | undefined
  /** Resolves with the next number. */
  changed: () => Promise<void>
}

/** Follows the numbers of the libraries that clients of this process watch, whichever process changes them. */
export type LibraryWatch = {
  /**
   * Watches a library until the returned function is called.
   *
   * @throws ApiError `too_many_requests` if this process has too many watchers
   */
  watch: (owner: AccountNo) => { library: WatchedLibrary; stop: () => void }
  /** Reads a library's number now, if it is watched, because this process may have changed it. */
  wake: (owner: AccountNo) => void
  isClosed: () => boolean
  /** Ends all streams. */
  close: () => void
}
