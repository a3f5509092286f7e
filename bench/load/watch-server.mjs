// Preloaded into a server (`--import`). Reports event loop delays and memory in use, in megabytes, on a signal.
import { writeSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('SIGUSR2', () => {
  const [median, p99, longest] = [50, 99, 100].map((share) => delay.percentile(share) / 1e6)
  globalThis.gc?.()
  const inUse = process.memoryUsage().heapUsed / 1024 ** 2
  writeSync(2, `${JSON.stringify({ median, p99, longest, inUse })}\n`)
})
