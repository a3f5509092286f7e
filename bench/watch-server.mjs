// Loaded into a server (`--import`): says when asked by a signal how long its event loop was held up, and
// how many megabytes it has in use.
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
import { appendFileSync } from 'node:fs'
setInterval(() => {
  const b = process.memoryUsage()
  globalThis.gc?.()
  const a = process.memoryUsage()
  appendFileSync(
    '/tmp/mem.log',
    `${process.pid} ${Math.round(performance.now() / 1000)} rss ${(b.rss / 1e6).toFixed(1)} heapBefore ${(b.heapUsed / 1e6).toFixed(1)} afterGc heap ${(a.heapUsed / 1e6).toFixed(1)} ext ${(a.external / 1e6).toFixed(1)} rss ${(a.rss / 1e6).toFixed(1)} total ${(a.heapTotal / 1e6).toFixed(1)}\n`,
  )
}, 60_000).unref()
