// A worker thread that sends requests like other users while one account keeps a server busy: health and a prompt every
// 20 ms, a search and a list every 100 ms, none waiting for the previous answer. Reports every wait in milliseconds.
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { agent, timedGet } from './timed-request.ts'

export type Watched = { origin: string; cookie: string; promptId: string }
/** `failed`: the messages of requests without an answer of 200. */
export type Waits = { requests: number[]; searches: number[]; lists: number[]; failed: string[] }

const { origin, cookie, promptId } = workerData as Watched
const over = new AbortController()
parentPort?.once('message', () => over.abort())

const failed: string[] = []

async function watch(paths: readonly string[], everyMs: number): Promise<number[]> {
  const asked: Promise<number[]>[] = []
  while (!over.signal.aborted) {
    asked.push(...paths.map(waitFor))
    await pause(everyMs)
  }
  return (await Promise.all(asked)).flat()
}

async function waitFor(path: string): Promise<number[]> {
  try {
    return [(await timedGet(`${origin}/api/${path}`, cookie)).ms]
  } catch (error) {
    failed.push(String(error))
    return []
  }
}

// Like a browser, on six connections that are open already: new ones wait until the server has accepted the others'.
agent.maxSockets = 6
await Promise.all(Array.from({ length: 6 }, () => waitFor('health')))
const [requests, searches, lists] = await Promise.all([
  watch(['health', `prompts/get?promptId=${promptId}`], 20),
  watch(['prompts/search?search=neighbour'], 100),
  watch(['prompts/list'], 100),
])
parentPort?.postMessage({ requests, searches, lists, failed } satisfies Waits)
