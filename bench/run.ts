// `npm run bench`: every measurement, one after the other; `npm run bench -- search` only that one.
import { execFileSync } from 'node:child_process'

const measurements = ['enumeration', 'first-load', 'memory', 'requests', 'search']
const wanted = process.argv.slice(2)

for (const name of wanted.length > 0 ? wanted : measurements) {
  execFileSync(process.execPath, [new URL(`${name}.ts`, import.meta.url).pathname], {
    stdio: 'inherit',
  })
}
