// `npm test`: makes ready what is missing, then runs every test: units and calls, then the browser.
import { buildClient, installPackages, installTestPackages, run } from './prepare.mjs'

installPackages()
installTestPackages()
buildClient()
run('vitest', ['run'])
run('playwright', ['test'])
