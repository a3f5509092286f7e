// `npm run test:mutants`: breaks what is promised about security, one promise at a time, and says whether a
// test notices. With arguments, only those whose names contain one of them.
import { buildClient, installPackages, installTestPackages, run } from './prepare.mjs'

installPackages()
installTestPackages()
buildClient()
run('node', ['scripts/mutants/try-mutations.ts', ...process.argv.slice(2)])
