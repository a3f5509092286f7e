// `npm test`: prepares the checkout and runs all tests, first Vitest, then Playwright.
import { buildClient, installPackages, installTestPackages, run } from './prepare.mjs'

installPackages()
installTestPackages()
buildClient()
run('vitest', ['run'])
run('playwright', ['test'])
