import { setTimeout as wait } from 'node:timers/promises'
import { changeCalls } from '#contract/library/changes.ts'
import { CommandError, type Server } from '#cli/core/define-command.ts'
import { CallError, UnreachableError } from '#cli/server/make-client.ts'
import { readLines } from '#cli/server/read-lines.ts'
import { watchFiles } from '#cli/sync/watch-files.ts'

/** Editors write a file in several steps, and git many files at once. In milliseconds. */
const quietMs = 300
const longestQuietMs = 5_000
/** Delays before the stream of changes is opened again, in milliseconds; the last one repeats. */
const retryDelays = [1_000, 5_000, 15_000]

type Keeping = {
  server: Server
  directory: string
  /** Syncs once. */
  sync: () => Promise<unknown>
  /** Called for an error after which the next sync may succeed. */
  onFailure: (error: Error) => void
}

/**
 * Syncs a directory now, and after each change of its files or of the library. If the stream of changes is cut, each
 * attempt to open it again is followed by a sync.
 *
 * @throws what the first sync throws, and later any error that needs the user
 */
export async function keepInSync({ server, directory, sync, onFailure }: Keeping): Promise<never> {
  const due = { files: true, library: false }
  let changedAt = 0
  let resolve: (() => void) | undefined
  let awake = new Promise<void>((resolved) => (resolve = resolved))
  const wake = (what: keyof typeof due) => {
    due[what] = true
    if (what === 'files') changedAt = performance.now()
    resolve?.()
  }
  const files = watchFiles(directory, () => wake('files'))
  const ended = new AbortController()
  files.refresh()
  try {
    await sync()
    files.refresh()
    const following = followLibrary(server, () => wake('library'), ended.signal)
    for (;;) {
      await Promise.race([awake, following])
      if (!due.library) await untilQuiet()
      awake = new Promise((resolved) => (resolve = resolved))
      due.files = false
      due.library = false
      try {
        await sync()
      } catch (error) {
        const mayPass =
          error instanceof UnreachableError ||
          (error instanceof CallError && error.status !== 401) ||
          (error instanceof CommandError && !(error instanceof GoneError))
        if (!mayPass) throw error
        onFailure(error)
      }
      if (files.refresh()) wake('files')
    }
  } finally {
    ended.abort()
    files.close()
  }

  async function untilQuiet(): Promise<void> {
    const from = performance.now()
    for (;;) {
      const now = performance.now()
      const left = Math.min(changedAt + quietMs, from + longestQuietMs) - now
      if (left <= 0) return
      await wait(left)
    }
  }
}

/** The directory does not exist any more. Its files were not deleted one by one. */
export class GoneError extends CommandError {}

/** Calls `onChange` after each change of the library, and after each interruption of their stream. @throws CallError */
async function followLibrary(
  server: Server,
  onChange: () => void,
  signal: AbortSignal,
): Promise<never> {
  for (let failures = 0; ; failures++) {
    try {
      for await (const line of readLines(server, changeCalls.watchLibrary, {}, signal)) {
        failures = 0
        if ('next' in line) onChange()
      }
    } catch (error) {
      const mayPass = error instanceof UnreachableError || error instanceof CallError
      if (!mayPass || (error instanceof CallError && error.status === 401)) throw error
    }
    const delay = retryDelays[Math.min(failures, retryDelays.length - 1)] ?? 0
    // With jitter, so that clients do not ask a server that returns at the same time.
    await wait(delay * (0.75 + Math.random() / 2), undefined, { signal })
    onChange()
  }
}
