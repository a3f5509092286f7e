// `npm run bench` runs every measurement, one after the other. `npm run bench -- search` runs only that one and
// passes on its options (`npm run bench -- load --minutes 1`).
import { execFileSync } from 'node:child_process'

const files: Record<string, string> = {
  enumeration: 'enumeration.ts',
  'first-load': 'browser/first-load.ts',
  browser: 'browser/browser.ts',
  effort: 'browser/effort.ts',
  'slow-phone': 'browser/slow-phone.ts',
  memory: 'memory.ts',
  start: 'start.ts',
  requests: 'load/requests.ts',
  search: 'search.ts',
  wear: 'wear.ts',
  writes: 'writes.ts',
  runs: 'runs.ts',
  load: 'load/load.ts',
  neighbours: 'load/neighbours.ts',
  instances: 'load/instances.ts',
}
/** Left out of a run of everything: needs the network to install Lighthouse. */
const onRequest: Record<string, string> = { lighthouse: 'browser/lighthouse.ts' }
const [wanted, ...options] = process.argv.slice(2)

const measurements =
  wanted === undefined ? Object.values(files) : [{ ...files, ...onRequest }[wanted]]

for (const measurement of measurements) {
  if (measurement === undefined) throw new Error(`No such measurement: ${wanted}`)
  const file = new URL(measurement, import.meta.url).pathname
  execFileSync(process.execPath, [file, ...options], { stdio: 'inherit' })
}
