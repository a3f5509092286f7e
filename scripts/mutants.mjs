// `npm run test:mutants`: breaks security guarantees one at a time and checks that a test fails. Arguments select
// the mutations whose names contain one of them.
import { buildClient, installPackages, installTestPackages, run } from './prepare.mjs'

installPackages()
installTestPackages()
buildClient()
run('node', ['tests/mutants/try-mutations.ts', ...process.argv.slice(2)])
