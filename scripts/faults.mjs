// `npm run test:faults`: the long form of the fault tests (docs/reliability.md). `npm test` runs the short one.
import { installFaultPackages, installPackages, run } from './prepare.mjs'

installPackages()
installFaultPackages()
// Sequentially, since they measure time.
run('vitest', ['run', 'tests/faults', '--no-file-parallelism', ...process.argv.slice(2)], {
  ...process.env,
  FAULTS: 'long',
})
