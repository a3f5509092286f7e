// `npm test`: prepares the checkout and runs all tests, first Vitest, then Playwright.
import { buildClient, installPackages, installTestPackages, run, runTogether } from './prepare.mjs'

installPackages()
installTestPackages()
buildClient()
// The components wait for their browser most of the time.
await runTogether([
  ['vitest', 'run', '--project', 'server'],
  ['vitest', 'run', '--project', 'components'],
])
run('playwright', ['test'])
