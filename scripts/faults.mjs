// `npm run test:faults`: what the server survives, at length (docs/reliability.md). `npm test` does it in short.
import { installFaultPackages, installPackages, run } from './prepare.mjs'

installPackages()
installFaultPackages()
// One after the other: they look at how long things take.
run('vitest', ['run', 'tests/faults', '--no-file-parallelism', ...process.argv.slice(2)], {
  ...process.env,
  FAULTS: 'long',
})
