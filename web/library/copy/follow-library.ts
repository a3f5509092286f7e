import { changeCalls } from '#contract/library/changes.ts'
import { shelfCalls } from '#contract/library/shelf.ts'
import { eraseCopy } from '#web/api/account-storage.ts'
import { ApiError } from '#web/api/api-error.ts'
import { answerFromCopy } from '#web/api/copied-answers.ts'
import { readLines } from '#web/api/read-lines.ts'
import { send } from '#web/api/send.ts'
import { whenIdle } from '#web/ui/when-idle.ts'
import { catchUp } from './catch-up.ts'
import { findAnswer, stopInTime } from './find-answer.ts'
import { LibraryCopy } from './library-copy.ts'
import { openStore, type CopyStore } from './store.ts'

/** Larger libraries have no copy. A unit is one of UTF-16, of bodies and notes. */
const most = { prompts: 20_000, units: 50_000_000 }
/** Longer than the 25 seconds between two lines of the server. */
const lineTimeout = 40_000
/** Delays before the stream is opened again, in milliseconds; the last one repeats. */
const retryDelays = [1_000, 5_000, 15_000, 60_000]

/** What tabs send each other: a cursor as of the server's last line, the use of a prompt, or a request for the cursor. */
type Message = { next: string } | { used: string } | 'join'

/**
 * Keeps a copy of the library in this browser, and answers reads from it as long as it is complete and up to date. One
 * tab follows the server's changes, stores them, and notifies the others. `onChange` refreshes what is on screen.
 * Without IndexedDB, locks or enough room, and on metered or slow connections, the server answers everything.
 */
export async function followLibrary(accountId: string, onChange: () => void): Promise<void> {
  if (isCostly() || !('locks' in navigator) || !('indexedDB' in window)) return
  const ended = new AbortController()
  const store = await openStore(accountId, () => ended.abort()).catch(() => undefined)
  if (store === undefined) return
  const copy = new LibraryCopy()
  try {
    await store.readInto(copy)
    if (!ended.signal.aborted) await follow(copy, store, ended, onChange)
  } catch {
    // The copy has been erased, is too large or cannot be stored: the server answers everything.
  } finally {
    ended.abort()
    store.close()
  }
}

async function follow(
  copy: LibraryCopy,
  store: CopyStore,
  ended: AbortController,
  onChange: () => void,
): Promise<void> {
  const { signal } = ended
  const channel = new BroadcastChannel('library-copy')
  const storedCursor = copy.cursor
  /** Prompts whose last values are newer than their copies. */
  const used = new Set<string>()
  let isComplete = false
  let isStoring = false
  let liveUntil = 0
  let pendingChanges = 0
  let syncing: Promise<void> | undefined
  let isStale = false

  signal.addEventListener('abort', () => {
    answerFromCopy(undefined)
    channel.close()
  })
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data === 'join') announce()
    else if ('used' in data) noteUse(data.used)
    else heed(data.next)
  })
  answerFromCopy({
    find(call, input) {
      const isCurrent = isComplete && pendingChanges === 0 && !syncing && Date.now() < liveUntil
      if (!isCurrent) return undefined
      if ('promptId' in input && used.has(String(input.promptId))) return undefined
      return findAnswer(copy, call, input)
    },
    noteChange(call, input, change) {
      if (call.path === shelfCalls.notePromptUse.path && 'promptId' in input) {
        const used = String(input.promptId)
        channel.postMessage({ used } satisfies Message)
        noteUse(used)
      }
      pendingChanges++
      const settle = () => {
        pendingChanges--
        void sync()
      }
      change.then(settle, settle)
    },
  })
  channel.postMessage('join' satisfies Message)
  await navigator.locks.request('library-copy', { signal }, watch)

  /** Follows the server's changes for all tabs. */
  async function watch() {
    await syncing
    if (copy.cursor !== storedCursor) {
      // Another tab has stored the changes since. `sync` waits, and the first line of the server repeats it.
      isComplete = false
      copy.clear()
      syncing = store.readInto(copy)
      await syncing
      syncing = undefined
    }
    isStoring = true
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        let last: string | undefined
        for await (const line of readLines(changeCalls.watchLibrary, {}, { signal })) {
          failures = 0
          if ('next' in line) last = line.next
          if (last === undefined) continue
          heed(last)
          channel.postMessage({ next: last } satisfies Message)
        }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
      }
      liveUntil = 0
      await pause(retryDelays[Math.min(failures, retryDelays.length - 1)] ?? 0, signal)
    }
  }

  function announce() {
    if (isStoring && Date.now() < liveUntil && copy.cursor !== undefined) {
      channel.postMessage({ next: copy.cursor } satisfies Message)
    }
  }

  function heed(next: string) {
    liveUntil = Date.now() + lineTimeout
    if (next !== copy.cursor || !isComplete) void sync()
  }

  function noteUse(id: string) {
    used.add(id)
    const prompt = copy.prompts.get(id)
    const usedAt = new Date().toISOString()
    if (prompt) copy.applyChanges({ folders: [], prompts: [{ ...prompt, usedAt }] })
  }

  /** Requests the changes up to now. Those of a call during another sync are requested after it. */
  function sync(): Promise<void> {
    isStale = true
    syncing ??= syncAll().then((isChanged) => {
      syncing = undefined
      if (isChanged) onChange()
      if (isStale && !signal.aborted) void sync()
    })
    return syncing
  }

  /** Returns whether anything has changed. */
  async function syncAll(): Promise<boolean> {
    let isChanged = false
    try {
      while (isStale && !signal.aborted) {
        isStale = false
        isChanged = (await syncOnce()) || isChanged
      }
    } catch (error) {
      if (!(error instanceof ApiError)) ended.abort()
      else if (error.code === 'not_found') copy.clear()
      // Until the next line of the server.
      isStale = false
      isComplete = false
      return isChanged
    }
    if (isChanged || !isComplete) foldInIdleTime(copy, signal)
    isComplete = true
    return isChanged
  }

  async function syncOnce(): Promise<boolean> {
    let isFirst = copy.cursor === undefined
    return catchUp(copy, send, async (page) => {
      if (isTooLarge(copy)) {
        eraseCopy()
        throw new Error('The library is too large for a copy.')
      }
      for (const { id } of page.page.prompts) used.delete(id)
      if (isStoring) await store.write(page, isFirst)
      isFirst = false
    })
  }
}

function isTooLarge({ prompts }: LibraryCopy): boolean {
  if (prompts.size > most.prompts) return true
  let units = 0
  for (const { prompt, notes } of prompts.values()) units += prompt.length + (notes?.length ?? 0)
  return units > most.units
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

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
