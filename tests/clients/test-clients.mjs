// `npm run test:clients`: third-party clients, connected as our documents describe. They run in a network namespace
// that contains only the server and a fake model.
import { join } from 'node:path'
import { buildClient, installPackages, run } from '#scripts/prepare.mjs'

const packages = join(import.meta.dirname, 'packages')
installPackages()
// Not `npm ci`: the lock file lacks packages for other platforms that are not in every registry.
const install = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
run('npm', [...install, '--loglevel=error', '--prefix', packages])
// Without them, these two packages have no program.
for (const script of ['@anthropic-ai/claude-code/install.cjs', 'opencode-ai/postinstall.mjs']) {
  run('node', [join(packages, 'node_modules', script)])
}
buildClient()
const loopback = 'ip link set lo up && exec "$@"'
run(
  'unshare',
  [
    '--map-root-user',
    '--net',
    'sh',
    '-c',
    loopback,
    'sh',
    'vitest',
    'run',
    '--project',
    'clients',
    ...process.argv.slice(2),
  ],
  { ...process.env, CLIENTS: join(packages, 'node_modules/.bin') },
)
