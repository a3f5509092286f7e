import { importCalls } from '#contract/transfer/import.ts'
import type { LibraryFile } from '#contract/transfer/library-file.ts'
import { inBatches, toEntries } from '#contract/transfer/to-entries.ts'
import { ApiError } from '#web/api/api-error.ts'
import { newAttempt } from '#web/api/attempt.ts'
import { send } from '#web/api/send.ts'
import { waitForServer } from '#web/api/connection.ts'
import { createStore } from '#web/ui/store.ts'
import {
  eraseStoredImport,
  storeImport,
  openBatches,
  readStoredImport,
  type Batches,
  type StoredImport,
} from './stored-batches.ts'

/**
 * - `preparing`: nothing has been sent. `sending`: batches are being sent.
 * - `waiting`: the server is out of reach. `refused`: it returned an error; the import can be retried.
 * - `left`: interrupted when its page was closed; `canResume` if this browser still has the remaining batches.
 * - `undoing`. `done`: everything was imported. `undone`: everything was removed. `kept`: stopped early, keeping what
 * was
 *   imported.
 */
type Phase =
  | 'preparing'
  | 'sending'
  | 'waiting'
  | 'refused'
  | 'left'
  | 'undoing'
  | 'undone'
  | 'kept'
  | 'done'

export type ImportRun = {
  attempt: string
  /** The name of the imported file. */
  name: string
  /** The number of prompts. `done` counts those imported so far. */
  prompts: number
  done: number
  /** Entries of all kinds imported so far. */
  entries: number
  phase: Phase
  canResume: boolean
  error?: Error
  folderId: string | null
  newFolder: string | null
  /** Undefined for an import of an earlier page that was not resumed. */
  sending?: Sending
}

/** The import in progress in this page, or interrupted in an earlier one. */
export const importRun = createStore<ImportRun | undefined>(undefined)

export type ImportPlan = {
  library: LibraryFile
  /** The name of the imported file. */
  name: string
  /** The folder to import into; null is the root. */
  folderId: string | null
  /** The name of a folder created there for everything imported. */
  newFolder: string | null
  /** The ids of existing folders, by the id of the same folder in the file. */
  existing: ReadonlyMap<string, string>
}

/** The data that this page sends. */
type Sending = {
  stored: StoredImport
  batches: Batches
  abort: AbortController
  wake: () => void
}

/** Sends a library to the server in batches. Resolves when the import has ended, with or without success. */
export async function startImport(plan: ImportPlan): Promise<void> {
  const attempt = newAttempt()
  const { library, name, folderId, newFolder, existing } = plan
  const prompts = library.prompts.length
  const about = { attempt, name, prompts, folderId, newFolder }
  const abort = new AbortController()
  const batches = openBatches(attempt)
  const stored: StoredImport = { ...about, total: 0, batches: [] }
  const sending: Sending = { stored, batches, abort, wake: () => {} }
  importRun.set({ ...about, done: 0, entries: 0, phase: 'preparing', canResume: true, sending })
  const entries = toEntries(library, { into: folderId, existing })
  stored.total = entries.length
  let promptsBefore = 0
  for (const batch of inBatches(entries)) {
    await batches.put(batch.from, batch.entries)
    if (abort.signal.aborted) return
    stored.batches.push({ from: batch.from, prompts: promptsBefore })
    promptsBefore += batch.entries.filter(
      (entry) => entry.kind === 'prompt' && entry.deleted === undefined,
    ).length
  }
  storeImport(stored)
  await sendRest(sending, 0)
}

/** Resumes an import that stopped. */
export async function resumeImport(): Promise<void> {
  const run = importRun.get()
  if (!run) return
  if (run.phase === 'waiting') return run.sending?.wake()
  const stored = run.sending?.stored ?? readStoredImport()
  if (stored?.attempt !== run.attempt) return
  const batches = run.sending?.batches ?? openBatches(run.attempt)
  const sending: Sending = { stored, batches, abort: new AbortController(), wake: () => {} }
  importRun.set({ ...run, sending })
  await sendRest(sending, run.entries)
}

/** Stops the import and undoes what it created. */
export async function cancelImport(): Promise<void> {
  const run = importRun.get()
  if (!run || run.phase === 'undoing') return
  run.sending?.abort.abort()
  importRun.set({ ...run, phase: 'undoing' })
  try {
    if (run.phase !== 'preparing') await send(importCalls.undoImport, { attempt: run.attempt })
    await eraseStoredImport(run.attempt)
    importRun.set({ ...run, phase: 'undone' })
  } catch (error) {
    importRun.set({
      ...run,
      phase: run.phase === 'left' ? 'left' : 'refused',
      error: error as Error,
    })
  }
}

/** Keeps what a stopped import created, and discards the rest. */
export async function keepImported(): Promise<void> {
  const run = importRun.get()
  if (!run) return
  await eraseStoredImport(run.attempt)
  importRun.set({ ...run, phase: 'kept' })
}

/** Looks for an import interrupted in an earlier page. */
export async function findInterruptedImport(): Promise<void> {
  const stored = readStoredImport()
  if (importRun.get() || !stored || (await isRunningElsewhere(stored.attempt))) return
  const { imports } = await send(importCalls.listImports, {})
  const started = imports.find(({ attempt }) => attempt === stored.attempt)
  const done = started?.done ?? 0
  if (importRun.get()) return
  if (done >= stored.total) return eraseStoredImport(stored.attempt)
  const { attempt, name, prompts, folderId, newFolder } = stored
  const next = batchAt(stored, done)
  const canResume = (await openBatches(attempt).read(next.from)) !== undefined
  // Nothing was created, and no batches are left to send.
  if (!started && !canResume) return eraseStoredImport(stored.attempt)
  const about = { attempt, name, prompts, folderId, newFolder }
  importRun.set({ ...about, done: next.prompts, entries: done, phase: 'left', canResume })
}

async function sendRest(sending: Sending, first: number): Promise<void> {
  const { stored, batches, abort } = sending
  const { attempt, name, total } = stored
  await whileLocked(attempt, async () => {
    let done = first
    while (done < total && !abort.signal.aborted) {
      const batch = batchAt(stored, done)
      change({ phase: 'sending', done: batch.prompts, entries: done })
      try {
        const entries = await batches.read(batch.from)
        if (!entries) return change({ phase: 'left', canResume: false })
        const input = { attempt, name, total, from: batch.from, entries }
        const answer = await send(importCalls.importEntries, input, { signal: abort.signal })
        done = answer.done
        await batches.remove(batch.from)
      } catch (error) {
        if (abort.signal.aborted) return
        if (!(error instanceof ApiError) || !error.isUnreachable) {
          return change({ phase: 'refused', error: error as Error })
        }
        change({ phase: 'waiting' })
        await Promise.race([waitForServer(), untilWoken(sending)])
      }
    }
    if (abort.signal.aborted) return
    await eraseStoredImport(attempt)
    change({ phase: 'done', done: stored.prompts })
  })

  function change(next: Partial<ImportRun>) {
    const run = importRun.get()
    if (run?.attempt !== attempt || abort.signal.aborted) return
    const { error: _previous, ...rest } = run
    importRun.set({ ...rest, ...next })
  }
}

/** Resolves when the user resumes or cancels the import. */
function untilWoken(sending: Sending): Promise<void> {
  return new Promise((resolve) => {
    sending.wake = resolve
    sending.abort.signal.addEventListener('abort', () => resolve())
  })
}

/** Returns the batch that an entry is in. */
function batchAt({ batches }: StoredImport, entry: number): StoredImport['batches'][number] {
  return batches.findLast(({ from }) => from <= entry) ?? { from: 0, prompts: 0 }
}

/** Prevents other pages from sending the same import, if the browser has locks. */
async function whileLocked(attempt: string, act: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(lockOf(attempt), act)
  else await act()
}

async function isRunningElsewhere(attempt: string): Promise<boolean> {
  if (!('locks' in navigator)) return false
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lockOf(attempt))
}

function lockOf(attempt: string): string {
  return `import-${attempt}`
}
