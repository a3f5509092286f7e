import type { Call } from '#contract/core/call.ts'
import type { Client } from '#contract/core/client.ts'
import { changeCalls } from '#contract/library/changes.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import { shelfCalls } from '#contract/library/shelf.ts'
import { copyLimits, eraseCopy, storeForAccount, wasTooLarge } from '#web/api/account-storage.ts'
import { ApiError } from '#web/api/api-error.ts'
import { isServerLost } from '#web/api/connection.ts'
import { libraryCopy } from '#web/api/copied-answers.ts'
import { readLines } from '#web/api/read-lines.ts'
import type { Resource } from '#web/api/resources.ts'
import { send } from '#web/api/send.ts'
import { whenIdle } from '#web/ui/when-idle.ts'
import { catchUp } from './catch-up.ts'
import { findAnswer, isCopied, stopInTime } from './find-answer.ts'
import { LibraryCopy } from './library-copy.ts'
import { openStore, type CopyStore } from './store.ts'

/** How long the copy answers before the server has confirmed it, in milliseconds. */
const startTime = 10_000
/** How long reads wait for changes, in milliseconds. Then the server answers them. */
const patience = 3_000
/** How long the first line may take, in milliseconds. A proxy that buffers the stream never passes it on. */
const firstLineTimeout = 5_000
/** Longer than the 25 seconds between two lines of the server. */
const lineTimeout = 40_000
/** How long a request for changes may take, in milliseconds. The next line, or the next poll, makes another. */
const changesTimeout = 60_000
/** Delays before the server is asked again, in milliseconds; the last one repeats. */
const retryDelays = [1_000, 5_000, 5_000, 15_000]

const everything: readonly Resource[] = ['prompts', 'folders', 'counts', 'uses']

/** What tabs send each other: a cursor as of the server's last line, the use of a prompt, or a request for the cursor. */
type Message = { next: string } | { used: string; at: string } | 'join'

type OnChange = (changed: readonly Resource[]) => void

/**
 * Keeps a copy of the library in this browser, and answers reads from it: at first from what is stored, until the
 * server has confirmed or corrected it. One tab follows the server's changes, stores them, and notifies the others.
 * `onChange` refreshes what is on screen. Without IndexedDB, locks or enough room, the server answers everything; on
 * metered or slow connections, no copy is begun. Resolves once the stored copy answers.
 */
export async function followLibrary(accountId: string, onChange: OnChange): Promise<void> {
  if (!('locks' in navigator) || !('indexedDB' in window) || wasTooLarge()) return
  const ended = new AbortController()
  const store = await openStore(accountId, () => ended.abort()).catch(() => undefined)
  if (store === undefined) return
  const copy = new LibraryCopy()
  const end = () => {
    // Otherwise the copy has been erased, is too large or cannot be stored: the server answers everything.
    ended.abort()
    store.close()
  }
  try {
    await store.readInto(copy)
  } catch {
    return end()
  }
  if (ended.signal.aborted || (copy.cursor === undefined && isCostly())) return end()
  follow(copy, store, ended, onChange).then(end, end)
}

async function follow(
  copy: LibraryCopy,
  store: CopyStore,
  ended: AbortController,
  onChange: OnChange,
): Promise<void> {
  const { signal } = ended
  const channel = new BroadcastChannel('library-copy')
  const storedCursor = copy.cursor
  const ask: Client = async (call, input) => {
    const stall = new AbortController()
    const timer = setTimeout(() => stall.abort(), changesTimeout)
    try {
      return await send(call, input, { signal: AbortSignal.any([signal, stall.signal]) })
    } catch (error) {
      throw stall.signal.aborted && !signal.aborted ? new ApiError(0) : error
    } finally {
      clearTimeout(timer)
    }
  }
  /** Whether the server has confirmed or corrected the copy since the start. */
  let isConfirmed = false
  /** Whether the server is known to have changes that the copy lacks. */
  let isBehind = false
  let isStoring = false
  let currentUntil = Date.now() + startTime
  let pendingChanges = 0
  let syncing: Promise<void> | undefined
  /** Resolves with the running sync, or earlier if that takes too long. */
  let awaited: Promise<unknown> = Promise.resolve()
  /** Whether a sync has to follow the running one. */
  let isStale = false
  /** The server's last line since the latest sync began. */
  let announced: string | undefined

  signal.addEventListener('abort', () => {
    libraryCopy.set(undefined)
    channel.close()
  })
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data === 'join') announce()
    else if ('used' in data) applyUse(data.used, data.at)
    else heed(data.next)
  })
  publish()
  channel.postMessage('join' satisfies Message)
  const timer = setTimeout(() => {
    // The request for the changes may stall, or fail in the tab that follows the server.
    if (!isConfirmed && copy.isComplete && !isServerLost()) onChange(everything)
  }, startTime)
  signal.addEventListener('abort', () => clearTimeout(timer))
  await navigator.locks.request('library-copy', { signal }, watch)

  function find(call: Call, input: object): unknown {
    if (!isCopied(call) || !copy.isComplete || pendingChanges > 0) return undefined
    if (isBehind && syncing) return awaited.then(() => (isBehind ? undefined : find(call, input)))
    const isCurrent = !isBehind && Date.now() < currentUntil
    if (!isCurrent && !isServerLost()) return undefined
    return lacksUses(call) && !isServerLost() ? undefined : findAnswer(copy, call, input)
  }

  /** Whether the copy's answer may lack uses, which are no changes of the library. */
  function lacksUses({ path }: Call): boolean {
    if (path === promptCalls.getPrompt.path) return copy.keepsLastValues
    return isConfirmed && path === shelfCalls.getShelf.path
  }

  function noteChange(call: Call, input: object, change: Promise<unknown>) {
    if (call.path === shelfCalls.notePromptUse.path && 'promptId' in input) {
      const used = { used: String(input.promptId), at: new Date().toISOString() }
      applyUse(used.used, used.at)
      channel.postMessage(used satisfies Message)
      store.noteUse(used.used, used.at).catch(() => {})
      return
    }
    if (!isOfLibrary(call)) return
    pendingChanges++
    isBehind = true
    const settle = () => {
      pendingChanges--
      void sync()
    }
    change.then(settle, settle)
  }

  /** Shows what the copy contains. */
  function publish() {
    if (signal.aborted) return
    const contents = copy.isComplete && {
      contents: { prompts: copy.prompts.size, folders: copy.folders.size, units: unitsOf(copy) },
    }
    libraryCopy.set({ find, noteChange, ...contents })
  }

  /** Follows the server's changes for all tabs. */
  async function watch() {
    await syncing
    if (copy.cursor !== storedCursor) {
      // Another tab has stored the changes since.
      isBehind = true
      copy.clear()
      await store.readInto(copy)
    }
    isStoring = true
    for (let failures = 0; !signal.aborted; failures++) {
      // Also polls, in case no line arrives.
      void sync()
      if (await followLines()) failures = 0
      const delay = retryDelays[Math.min(failures, retryDelays.length - 1)] ?? 0
      // With jitter, so that clients do not ask a server that returns at the same time.
      await pause(delay * (0.75 + Math.random() / 2), signal)
    }
  }

  /** Returns whether a line has arrived before the stream ended, broke or was silent. */
  async function followLines(): Promise<boolean> {
    const silence = new AbortController()
    let timer = setTimeout(() => silence.abort(), firstLineTimeout)
    let last: string | undefined
    try {
      const either = AbortSignal.any([signal, silence.signal])
      for await (const line of readLines(changeCalls.watchLibrary, {}, { signal: either })) {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), lineTimeout)
        if ('next' in line) last = line.next
        if (last === undefined) continue
        heed(last)
        channel.postMessage({ next: last } satisfies Message)
      }
    } catch (error) {
      if (!(error instanceof ApiError) && !silence.signal.aborted) throw error
    } finally {
      clearTimeout(timer)
    }
    return last !== undefined
  }

  function announce() {
    if (isStoring && Date.now() < currentUntil && isConfirmed && copy.cursor !== undefined) {
      channel.postMessage({ next: copy.cursor } satisfies Message)
    }
  }

  function heed(next: string) {
    announced = next
    if (copy.isComplete && next === copy.cursor) return syncing ? undefined : confirm(false)
    isBehind = true
    // A change of this tab is requested once it has settled.
    if (pendingChanges === 0 && !syncing) void sync()
  }

  /** The copy has the server's state. */
  function confirm(isChanged: boolean) {
    currentUntil = Date.now() + lineTimeout
    if (isStoring) storeForAccount('copied-at', new Date().toISOString())
    const isFirst = !isConfirmed
    isConfirmed = true
    if (isChanged || isFirst) publish()
    if (isChanged) onChange(['prompts', 'folders', 'counts'])
    // The stored copy has answered without the uses by other devices.
    if (isFirst && storedCursor !== undefined) onChange(['uses'])
  }

  function applyUse(id: string, usedAt: string) {
    const prompt = copy.prompts.get(id)
    if (prompt) copy.applyChanges({ folders: [], prompts: [{ ...prompt, usedAt }] })
  }

  /** Requests the changes up to now. Those of a call during another sync are requested after it. */
  function sync(): Promise<void> {
    isStale = true
    if (syncing) return syncing
    syncing = syncAll().finally(() => {
      syncing = undefined
      // Requested after the last check.
      if (isStale && !signal.aborted) void sync()
    })
    awaited = Promise.race([syncing, pause(patience, signal)])
    return syncing
  }

  async function syncAll(): Promise<void> {
    let isChanged = false
    try {
      while (isStale && !signal.aborted) {
        isStale = false
        announced = undefined
        isChanged = (await syncOnce()) || isChanged
        isStale ||= announced !== undefined && announced !== copy.cursor
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiError) return fail(error, isChanged)
      ended.abort()
      return onChange(everything)
    }
    if (signal.aborted) return
    isBehind = pendingChanges > 0
    if (isChanged) foldInIdleTime(copy, signal)
    confirm(isChanged)
  }

  /** Until the next line of the server, it answers everything; or the copy, if the server is unreachable. */
  function fail(error: ApiError, isChanged: boolean) {
    if (error.code === 'not_found') copy.clear()
    isStale = false
    if (error.isUnreachable) return
    const hasAnswered = Date.now() < currentUntil
    currentUntil = 0
    if (isChanged || hasAnswered) onChange(everything)
  }

  async function syncOnce(): Promise<boolean> {
    let isFirst = copy.cursor === undefined
    return catchUp(copy, ask, async (page) => {
      if (isTooLarge(copy)) {
        eraseCopy()
        storeForAccount('copy-refused-at', new Date().toISOString())
        throw new Error('The library is too large for a copy.')
      }
      if (isStoring) await store.write(page, copy, isFirst)
      isFirst = false
    })
  }
}

/** Whether a call may change folders, prompts or values. */
function isOfLibrary({ path }: Call): boolean {
  return /^(?:folders|library|my-values|prompts|trash|versions)\//.test(path)
}

function isTooLarge(copy: LibraryCopy): boolean {
  const { prompts, folders, units } = copyLimits
  return copy.prompts.size > prompts || copy.folders.size > folders || unitsOf(copy) > units
}

function unitsOf({ prompts }: LibraryCopy): number {
  let units = 0
  for (const { prompt, notes } of prompts.values()) units += prompt.length + (notes?.length ?? 0)
  return units
}

/** Whether the connection is metered or slow, as far as the browser knows. */
function isCostly(): boolean {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; type?: string; effectiveType?: string }
  }
  return (
    connection?.saveData === true ||
    connection?.type === 'cellular' ||
    ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '')
  )
}

/** Prepares the first search. */
function foldInIdleTime(copy: LibraryCopy, signal: AbortSignal): void {
  whenIdle(() => {
    if (signal.aborted || copy.foldAhead(stopInTime())) return
    foldInIdleTime(copy, signal)
  })
}

/** Ends early when the browser gets a network connection. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = () => {
      over.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { signal: over.signal })
    window.addEventListener('online', end, { signal: over.signal })
  })
}
