// What every command needs before it can run, made when it is missing or stale. Plain JavaScript:
// this is all that has to run on the Node that a machine happens to have.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
/** The pinned one. */
export const node = join(root, 'node_modules/.bin/node')

const installMark = join(root, 'node_modules/.promptshelf-installed')
const buildMark = join(root, 'dist/web/index.html')
const pages = ['index.html', 'landing.html', 'shared-prompt.html']
const builtFrom = [
  'web',
  'contract',
  'languages',
  'scripts/build',
  ...pages,
  'vite.config.ts',
  'package-lock.json',
]

/**
 * Installs the packages, the pinned Node among them, unless they are those of the lock file. `forProduction`:
 * those alone that building and serving need; where all are there, they stay.
 */
export function installPackages({ forProduction = false } = {}) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const all = createHash('sha256').update(lock).digest('hex')
  const some = `${all} for production`
  const installed = existsSync(installMark) ? readFileSync(installMark, 'utf8') : ''
  if (installed === all || (forProduction && installed === some)) return
  say('Installing the packages…')
  // Not `npm ci`: it refuses a lock file that lacks packages for platforms which the registry at hand
  // does not have. The versions and their integrity come from the lock file all the same.
  const dev = forProduction ? '--omit=dev' : '--include=dev'
  run('npm', ['install', '--no-save', dev, '--include=optional', '--loglevel=error'])
  writeFileSync(installMark, forProduction ? some : all)
}

/** Builds the client unless it is younger than everything that it is made from. */
export function buildClient() {
  const built = existsSync(buildMark) ? statSync(buildMark).mtimeMs : 0
  if (built > newest(builtFrom.map((path) => join(root, path)))) return
  say('Building the client…')
  run(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'])
}

/** Debian packages that the tests need, by where they are: a browser, and a PostgreSQL server. */
const testPackages = {
  chromium: '/usr/bin/chromium',
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  postgresql: '/usr/lib/postgresql',
  haproxy: '/usr/sbin/haproxy',
}
/** Those of the tests of a cluster that fails over. */
const faultPackages = { patroni: '/usr/bin/patroni', 'etcd-server': '/usr/bin/etcd' }
/** And those of the bench of many servers. */
const benchPackages = { pgbouncer: '/usr/sbin/pgbouncer' }

export function installTestPackages() {
  installDebianPackages(testPackages)
}

export function installFaultPackages() {
  installDebianPackages(testPackages)
  installDebianPackages(faultPackages, withoutServices)
}

export function installBenchPackages() {
  installDebianPackages({ ...testPackages, ...benchPackages })
}

/** Leaves out what would start these on every boot: the tests start what they need themselves. */
const withoutServices = [
  '/lib/systemd/system/*',
  '/usr/lib/systemd/system/*',
  '/etc/init.d/*',
].flatMap((path) => ['-o', `Dpkg::Options::=--path-exclude=${path}`])

function installDebianPackages(places, options = []) {
  const missing = Object.keys(places).filter((name) => !existsSync(places[name]))
  if (missing.length === 0) return
  say(`Installing ${missing.join(' and ')} with apt-get…`)
  const apt = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', 'apt-get']
  const [command, ...first] = [...apt, '-qq', '-o', 'Dpkg::Use-Pty=0', ...options]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run(command, [...first, 'update'], env)
  run(command, [...first, 'install', '-y', '--no-install-recommends', ...missing], env)
}

export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** Runs a command to its end; ends this process with its status when it fails. */
export function run(command, args, env = process.env) {
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${env.PATH}`
  try {
    const stdio = ['ignore', 'inherit', 'inherit']
    execFileSync(command, args, { cwd: root, stdio, env: { ...env, PATH } })
  } catch (error) {
    if (error.code === 'ENOENT') say(`${command} is not there.`)
    process.exit(error.status ?? 1)
  }
}

// Folders count too: a file that is gone leaves its mark on its folder only.
function newest(paths) {
  let latest = 0
  for (const path of paths) {
    const stat = statSync(path)
    latest = Math.max(latest, stat.mtimeMs)
    if (!stat.isDirectory()) continue
    latest = Math.max(latest, newest(readdirSync(path).map((name) => join(path, name))))
  }
  return latest
}
