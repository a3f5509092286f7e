// `npm test`: prepares the checkout and runs all tests, first Vitest, then Playwright.
import {
  buildClient,
  installPackages,
  installTestPackages,
  run,
  runTogether,
  say,
} from './prepare.mjs'

installPackages()
installTestPackages()
buildClient()
// A wrong expectation fails within seconds if a developer waits for it. Here, only a hang may fail.
process.env.TEST_PATIENCE = 'long'
const startedAt = performance.now()
// The components wait for their browser most of the time.
await runTogether([
  ['vitest', 'run', '--project', 'server'],
  ['vitest', 'run', '--project', 'components'],
])
const unitsEndedAt = performance.now()
run('playwright', ['test'])
say(
  `Server and components: ${minutes(unitsEndedAt - startedAt)}. Journeys: ${minutes(performance.now() - unitsEndedAt)}.`,
)

function minutes(ms) {
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}
