// The time from `npm start` to the first answer, with everything installed and a million prompts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '#scripts/prepare.mjs'
import { findFreePort } from '#tests/support/server-process.ts'
import { quantile } from './data/library.ts'
import { openMillion } from './data/million.ts'

const rounds = 7

const { environment, close } = await openMillion('SQLite')
const times: number[] = []
for (let round = 0; round <= rounds; round++) {
  const port = await findFreePort()
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port), BASE_URL: '' },
    stdio: 'ignore',
  })
  await firstAnswer(`http://127.0.0.1:${port}/api/health`)
  // Warm-up: fills caches.
  if (round > 0) times.push((performance.now() - began) / 1000)
  child.kill('SIGTERM')
  await once(child, 'exit')
}
await close()
console.log(
  `\nnpm start to the first answer: median ${quantile(times, 0.5).toFixed(2)} s, slowest ${quantile(times, 1).toFixed(2)} s`,
)

async function firstAnswer(url: string): Promise<void> {
  while (true) {
    try {
      if ((await fetch(url)).ok) return
    } catch {
      await pause(2)
    }
  }
}
