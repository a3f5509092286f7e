// A worker thread that polls a server's health. Reports the longest wait, and the most CPU time that the server's
// main thread spent during one: the difference is due to a busy machine.
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

export type Watched = { origin: string; pid: number }
export type Waits = { longest: number; busiest: number }

const { origin, pid } = workerData as Watched
const pauseMs = 20
const tickMs = 10
const waits: Waits = { longest: 0, busiest: 0 }
const over = new AbortController()
parentPort?.once('message', () => over.abort())

while (!over.signal.aborted) {
  const [began, worked] = [performance.now(), workOf(pid)]
  const response = await fetch(`${origin}/api/health`)
  await response.text()
  const wait = performance.now() - began
  waits.longest = Math.max(waits.longest, wait)
  waits.busiest = Math.max(waits.busiest, Math.min(wait, workOf(pid) - worked))
  if (response.status !== 200) throw new Error(`Health answered ${response.status}.`)
  await delay(pauseMs)
}
parentPort?.postMessage(waits)

/** The CPU time of a process's main thread so far, in milliseconds. */
function workOf(process: number): number {
  const stat = readFileSync(`/proc/${process}/task/${process}/stat`, 'utf8')
  const [, user, system] = /\) (?:\S+ ){11}(\d+) (\d+) /.exec(stat) ?? []
  return (Number(user) + Number(system)) * tickMs
}
