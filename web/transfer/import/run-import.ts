import { importCalls } from '#contract/transfer/import.ts'
import type { LibraryFile } from '#contract/transfer/library-file.ts'
import { inBatches, toEntries } from '#contract/transfer/to-entries.ts'
import { ApiError } from '#web/api/api-error.ts'
import { newAttempt } from '#web/api/attempt.ts'
import { send } from '#web/api/send.ts'
import { waitForServer } from '#web/api/connection.ts'
import { createStore } from '#web/ui/store.ts'
import {
  eraseKeptImport,
  keepImport,
  openBatches,
  readKeptImport,
  type Batches,
  type KeptImport,
} from './kept-batches.ts'

/**
 * - `preparing`: nothing has been sent. `sending`: batch after batch is.
 * - `waiting`: the server is out of reach. `refused`: it said no; it may be asked again.
 * - `left`: begun by a page that was closed; `canGoOn` where this browser still has the rest.
 * - `undoing`; `done`: everything is in. `undone`: nothing is any more. `kept`: some of it is, and no more is to come.
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
  /** Of the file. */
  name: string
  /** Prompts, and those that are in. */
  prompts: number
  done: number
  /** All entries that are in. */
  entries: number
  phase: Phase
  canGoOn: boolean
  error?: Error
  folderId: string | null
  newFolder: string | null
}

/** The import under way in this page, or left by another one. */
export const importRun = createStore<ImportRun | undefined>(undefined)

export type ImportPlan = {
  library: LibraryFile
  /** Of the file. */
  name: string
  /** The folder that it goes into; null is the root. */
  folderId: string | null
  /** The name of a folder made there, which holds everything. */
  newFolder: string | null
  /** Folders of the file that are there already: the id of each by that in the file. */
  existing: ReadonlyMap<string, string>
}

type Running = { kept: KeptImport; batches: Batches; abort: AbortController; wake: () => void }

let running: Running | undefined

/** Sends a library to the server, batch by batch. Settles when that has ended, however it did. */
export async function startImport(plan: ImportPlan): Promise<void> {
  const attempt = newAttempt()
  const { library, name, folderId, newFolder, existing } = plan
  const prompts = library.prompts.length
  const about = { attempt, name, prompts, folderId, newFolder }
  importRun.set({ ...about, done: 0, entries: 0, phase: 'preparing', canGoOn: true })
  const abort = new AbortController()
  const batches = openBatches(attempt)
  const kept: KeptImport = { ...about, total: 0, batches: [] }
  running = { kept, batches, abort, wake: () => {} }
  const entries = toEntries(library, { into: folderId, existing })
  kept.total = entries.length
  let before = 0
  for (const batch of inBatches(entries)) {
    await batches.put(batch.from, batch.entries)
    if (abort.signal.aborted) return
    kept.batches.push({ from: batch.from, prompts: before })
    before += batch.entries.filter(
      (entry) => entry.kind === 'prompt' && entry.deleted === undefined,
    ).length
  }
  keepImport(kept)
  await sendRest(running, 0)
}

/** Goes on with an import that stopped. */
export async function goOn(): Promise<void> {
  const run = importRun.get()
  if (!run) return
  if (run.phase === 'waiting') return running?.wake()
  const own = running?.kept.attempt === run.attempt ? running : undefined
  const kept = own?.kept ?? readKeptImport()
  if (kept?.attempt !== run.attempt) return
  const batches = own?.batches ?? openBatches(run.attempt)
  running = { kept, batches, abort: new AbortController(), wake: () => {} }
  await sendRest(running, run.entries)
}

/** Ends the import, and undoes what it has made. */
export async function cancelImport(): Promise<void> {
  const run = importRun.get()
  if (!run || run.phase === 'undoing') return
  running?.abort.abort()
  importRun.set({ ...run, phase: 'undoing' })
  try {
    if (run.phase !== 'preparing') await send(importCalls.undoImport, { attempt: run.attempt })
    await eraseKeptImport(run.attempt)
    importRun.set({ ...run, phase: 'undone' })
  } catch (error) {
    importRun.set({
      ...run,
      phase: run.phase === 'left' ? 'left' : 'refused',
      error: error as Error,
    })
  }
}

/** Leaves an import that stopped as it is. */
export async function keepImported(): Promise<void> {
  const run = importRun.get()
  if (!run) return
  await eraseKeptImport(run.attempt)
  importRun.set({ ...run, phase: 'kept' })
}

/** Looks for an import that a closed page has left. */
export async function findLeftImport(): Promise<void> {
  const kept = readKeptImport()
  if (importRun.get() || !kept || (await isRunningElsewhere(kept.attempt))) return
  const { imports } = await send(importCalls.listImports, {})
  const started = imports.find(({ attempt }) => attempt === kept.attempt)
  const done = started?.done ?? 0
  if (importRun.get()) return
  if (done >= kept.total) return eraseKeptImport(kept.attempt)
  const { attempt, name, prompts, folderId, newFolder } = kept
  const next = batchAt(kept, done)
  const canGoOn = (await openBatches(attempt).take(next.from)) !== undefined
  // Nothing was made, and nothing can be.
  if (!started && !canGoOn) return eraseKeptImport(kept.attempt)
  const about = { attempt, name, prompts, folderId, newFolder }
  importRun.set({ ...about, done: next.prompts, entries: done, phase: 'left', canGoOn })
}

async function sendRest({ kept, batches, abort }: Running, first: number): Promise<void> {
  const { attempt, name, total } = kept
  await whileLocked(attempt, async () => {
    let done = first
    while (done < total && !abort.signal.aborted) {
      const batch = batchAt(kept, done)
      change({ phase: 'sending', done: batch.prompts, entries: done })
      try {
        const entries = await batches.take(batch.from)
        if (!entries) return change({ phase: 'left', canGoOn: false })
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
        await Promise.race([waitForServer(), untilWoken(abort)])
      }
    }
    if (abort.signal.aborted) return
    await eraseKeptImport(attempt)
    change({ phase: 'done', done: kept.prompts })
  })

  function change(next: Partial<ImportRun>) {
    const run = importRun.get()
    if (run?.attempt !== attempt || abort.signal.aborted) return
    const { error: _former, ...rest } = run
    importRun.set({ ...rest, ...next })
  }
}

/** Resolves when it is to go on, or to end. */
function untilWoken(abort: AbortController): Promise<void> {
  return new Promise((resolve) => {
    if (running) running.wake = resolve
    abort.signal.addEventListener('abort', () => resolve())
  })
}

/** The batch that holds an entry. */
function batchAt({ batches }: KeptImport, entry: number): KeptImport['batches'][number] {
  return batches.findLast(({ from }) => from <= entry) ?? { from: 0, prompts: 0 }
}

/** One page at a time, as far as the browser can tell. */
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
