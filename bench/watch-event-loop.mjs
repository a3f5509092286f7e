// Loaded into a server (`--import`): says when asked by a signal how long its event loop was held up.
import { writeSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('SIGUSR2', () => {
  const [median, p99, longest] = [50, 99, 100].map((share) => delay.percentile(share) / 1e6)
  writeSync(2, `${JSON.stringify({ median, p99, longest })}\n`)
})
