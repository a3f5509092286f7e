import { useSyncExternalStore } from 'react'
import { apiPaths } from '#web/paths.ts'

/** How long to wait before each new try; the last one goes on. */
const pauses = [1_000, 2_000, 4_000, 8_000, 15_000]
const answerWithin = 5_000

let isLost = false
let isWatching = false
const listeners = new Set<() => void>()

/** Whether the server is known to be out of reach. */
export function useIsLost(): boolean {
  return useSyncExternalStore(subscribe, () => isLost)
}

/** Whether the browser has a network at all, as far as it knows. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
}

/** After a call without an answer: finds out whether the server is away, and tells when it is back. */
export async function watchConnection(onReturn: () => void): Promise<void> {
  if (isWatching) return
  isWatching = true
  if (!(await isServerThere())) {
    set(true)
    await waitForServer()
    set(false)
    onReturn()
  }
  isWatching = false
}

export async function isServerThere(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerWithin)
    return (await fetch(apiPaths.checkHealth, { cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}

/** Resolves once the server answers. */
export async function waitForServer(): Promise<void> {
  for (let tries = 0; ; tries++) {
    await pause(pauses[Math.min(tries, pauses.length - 1)] ?? 0)
    if (await isServerThere()) return
  }
}

/** Some time, not the same for every reader; less when the network comes, or the reader. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = () => {
      over.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, ms * (0.75 + Math.random() / 2))
    window.addEventListener('online', end, { signal: over.signal })
    document.addEventListener('visibilitychange', end, { signal: over.signal })
  })
}

function set(next: boolean) {
  isLost = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function subscribeToNetwork(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
