// `npm run bench` runs every measurement, one after the other. `npm run bench -- search` runs only that one and passes
// its options on (`npm run bench -- neighbours --postgres`).
import { execFileSync } from 'node:child_process'

const files: Record<string, string> = {
  everyday: 'everyday.ts',
  search: 'search.ts',
  writes: 'writes.ts',
  assistants: 'assistants.ts',
  feed: 'feed.ts',
  'command-line': 'command-line.ts',
  neighbours: 'load/neighbours.ts',
  floods: 'load/floods.ts',
  'first-load': 'browser/first-load.ts',
  'slow-phone': 'browser/slow-phone.ts',
  'second-visit': 'browser/second-visit.ts',
  typing: 'browser/typing.ts',
  lighthouse: 'browser/lighthouse.ts',
  tasks: 'browser/tasks.ts',
  browser: 'browser/browser.ts',
}
const [wanted, ...options] = process.argv.slice(2)

const measurements = wanted === undefined ? Object.values(files) : [files[wanted]]

for (const measurement of measurements) {
  if (measurement === undefined) throw new Error(`No such measurement: ${wanted}`)
  const file = new URL(measurement, import.meta.url).pathname
  execFileSync(process.execPath, [file, ...options], { stdio: 'inherit' })
}
