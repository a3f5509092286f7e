// `npm test`: prepares the checkout and runs all tests.
import { buildClient, installPackages, installTestPackages, runTogether, say } from './prepare.mjs'

installPackages()
installTestPackages()
buildClient()
// A wrong expectation fails within seconds if a developer waits for it. Here, only a hang may fail.
process.env.TEST_PATIENCE = 'long'
const startedAt = performance.now()
// Together they keep all cores busy: each of them waits for a disk, a time limit or a browser some of the time.
await runTogether([
  ['vitest', 'run', '--project', 'server'],
  ['vitest', 'run', '--project', 'components'],
  ['playwright', 'test'],
])
say(`All tests: ${minutes(performance.now() - startedAt)}.`)

function minutes(ms) {
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}
