import { useSyncExternalStore } from 'react'
import { apiPaths } from '#web/api/paths.ts'
import { fetchFromServer } from '#web/api/server.ts'
import { listen } from '#web/ui/listen.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** Delays before each retry, in milliseconds; the last one repeats. */
const retryDelays = [1_000, 2_000, 4_000, 8_000, 15_000]
const checkTimeout = 5_000

const lost = createStore(false)
let checking: Promise<boolean> | undefined

/** Whether the server is known to be unreachable. */
export function useIsLost(): boolean {
  return useStore(lost)
}

/** The same outside React. */
export function isServerLost(): boolean {
  return lost.get()
}

/** Whether the browser reports a network connection. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )
}

/**
 * Checks, after a call without a response, whether the server is unreachable, and returns that. Without a network it
 * counts as unreachable, even if the network returns before the check.
 */
export function watchConnection(): Promise<boolean> {
  checking ??= checkConnection().finally(() => (checking = undefined))
  return checking
}

async function checkConnection(): Promise<boolean> {
  if (lost.get()) return true
  if (navigator.onLine && (await isServerThere())) return false
  lost.set(true)
  void waitForServer().then(() => lost.set(false))
  return true
}

/** Calls a function each time that the server responds again. */
export function onServerReturn(listener: () => void): void {
  lost.subscribe(() => {
    if (!lost.get()) listener()
  })
}

export async function isServerThere(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(checkTimeout)
    const response = await fetchFromServer(apiPaths.checkHealth, { cache: 'no-store', signal })
    // The page of a proxy is no answer.
    const answer = (await response.json()) as { status?: unknown } | null
    return answer?.status === 'success'
  } catch {
    return false
  }
}

/** Resolves once the server responds. */
export async function waitForServer(): Promise<void> {
  for (let tries = 0; ; tries++) {
    await pause(retryDelays[Math.min(tries, retryDelays.length - 1)] ?? 0)
    if (await isServerThere()) return
  }
}

/**
 * Waits with jitter, so that clients do not retry at the same time. Ends early when the network or the user returns.
 */
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

function subscribeToNetwork(listener: () => void) {
  return listen(window, ['online', 'offline'], listener)
}
