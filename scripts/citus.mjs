// `npm run test:citus -- /path/to/pg_config`: the calls' tests for PostgreSQL on a Citus cluster of three nodes,
// for a PostgreSQL that Citus is installed in (docs/scaling.md).
import { execFileSync } from 'node:child_process'
import { installPackages, installTestPackages, run, say } from './prepare.mjs'

const [pgConfig, ...options] = process.argv.slice(2)
if (pgConfig === undefined) {
  say('Which PostgreSQL has Citus? npm run test:citus -- /path/to/pg_config')
  process.exit(1)
}
installPackages()
installTestPackages()
const tests = ['server', 'tests/attacks', '-t', 'PostgreSQL', '--testTimeout', '120000']
run('vitest', ['run', ...tests, ...options], {
  ...process.env,
  CITUS_PROGRAMS: execFileSync(pgConfig, ['--bindir'], { encoding: 'utf8' }).trim(),
})
