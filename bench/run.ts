// `npm run bench`: every measurement, one after the other; `npm run bench -- search` only that one, and
// what stands behind its name is for it (`npm run bench -- load --minutes 1`).
import { execFileSync } from 'node:child_process'

const measurements = [
  'enumeration',
  'first-load',
  'browser',
  'memory',
  'start',
  'requests',
  'search',
  'writes',
  'load',
  'instances',
]
const [wanted, ...options] = process.argv.slice(2)

for (const name of wanted === undefined ? measurements : [wanted]) {
  const file = new URL(`${name}.ts`, import.meta.url).pathname
  execFileSync(process.execPath, [file, ...options], { stdio: 'inherit' })
}
