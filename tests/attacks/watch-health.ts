// A thread of its own: asks a server how it is, again and again, and tells the longest wait.
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const pauseMs = 20
let longest = 0
const over = new AbortController()
parentPort?.once('message', () => over.abort())

while (!over.signal.aborted) {
  const began = performance.now()
  const response = await fetch(`${workerData}/api/health`)
  await response.text()
  longest = Math.max(longest, performance.now() - began)
  if (response.status !== 200) throw new Error(`Health answered ${response.status}.`)
  await delay(pauseMs)
}
parentPort?.postMessage(longest)
