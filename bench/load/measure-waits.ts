import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { quantile } from '#bench/data/library.ts'
import { workOf } from '#tests/attacks/server-work.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import type { Waits, Watched } from './watch-neighbours.ts'

export type Measured = {
  /** Median and worst of each kind of call, in milliseconds. */
  figures: Record<keyof Omit<Waits, 'failed'>, [median: number, worst: number]>
  seconds: number
  /** The work of the server's main thread, in seconds of processor time. */
  work: number
  /** The server's memory afterwards; undefined if it has exited. */
  megabytes: number | undefined
  failed: string[]
  /** The result of `act`, or the error. */
  note: unknown
}

/** Measures how long another user waits while `act` runs. */
export async function measureWaits(
  { origin, pid }: ServerProcess,
  watched: Omit<Watched, 'origin'>,
  act: () => Promise<unknown>,
): Promise<Measured> {
  const file = new URL('watch-neighbours.ts', import.meta.url)
  const watcher = new Worker(file, { workerData: { origin, ...watched } satisfies Watched })
  await once(watcher, 'online')
  await pause(500)
  const began = performance.now()
  const before = workOf(pid)
  const note = await act().catch(String)
  const seconds = (performance.now() - began) / 1000
  const work = (workOf(pid) - before) / 1e9
  await pause(500)
  const waits = once(watcher, 'message') as Promise<[Waits]>
  watcher.postMessage('over')
  const [{ requests, searches, lists, failed }] = await waits
  return {
    figures: {
      requests: toFigures(requests),
      searches: toFigures(searches),
      lists: toFigures(lists),
    },
    seconds,
    work,
    megabytes: await memoryOf(pid).catch(() => undefined),
    failed,
    note,
  }
}

function toFigures(times: number[]): [number, number] {
  return [quantile(times, 0.5), quantile(times, 1)]
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
