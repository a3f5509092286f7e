// `npm run test:citus -- /path/to/pg_config`: runs the PostgreSQL tests of the calls on a Citus cluster of three
// nodes, with a PostgreSQL installation that has Citus (docs/scaling.md).
import { execFileSync } from 'node:child_process'
import { installPackages, installTestPackages, run, say } from './prepare.mjs'

const [pgConfig, ...options] = process.argv.slice(2)
if (pgConfig === undefined) {
  say('Usage: npm run test:citus -- /path/to/pg_config (of a PostgreSQL with Citus)')
  process.exit(1)
}
installPackages()
installTestPackages()
const tests = ['server', 'tests/attacks', '-t', 'PostgreSQL', '--testTimeout', '120000']
run('vitest', ['run', ...tests, ...options], {
  ...process.env,
  CITUS_PROGRAMS: execFileSync(pgConfig, ['--bindir'], { encoding: 'utf8' }).trim(),
})
