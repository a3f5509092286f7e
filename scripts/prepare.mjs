// Prepares the checkout for every command: installs packages and builds the client if missing or stale. Plain
// JavaScript, because it runs on whichever Node is installed on the machine.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
/** The pinned Node. */
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
 * Installs the packages, including the pinned Node, unless they match the lock file. `forProduction` leaves out
 * development packages, but does not remove them.
 */
export function installPackages({ forProduction = false } = {}) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const all = createHash('sha256').update(lock).digest('hex')
  const some = `${all} for production`
  const installed = existsSync(installMark) ? readFileSync(installMark, 'utf8') : ''
  if (installed === all || (forProduction && installed === some)) return
  say('Installing the packages…')
  // Not `npm ci`, which rejects a lock file without the optional packages of other platforms. Versions and
  // integrity come from the lock file all the same.
  const dev = forProduction ? '--omit=dev' : '--include=dev'
  run('npm', ['install', '--no-save', dev, '--include=optional', '--loglevel=error'])
  writeFileSync(installMark, forProduction ? some : all)
}

/** Builds the client unless the build is newer than all of its sources. */
export function buildClient() {
  const built = existsSync(buildMark) ? statSync(buildMark).mtimeMs : 0
  if (built > newest(builtFrom.map((path) => join(root, path)))) return
  say('Building the client…')
  run(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'])
}

/** Debian packages that the tests need, by a file of each: a browser and a PostgreSQL server. */
const testPackages = {
  chromium: '/usr/bin/chromium',
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  postgresql: '/usr/lib/postgresql',
  haproxy: '/usr/sbin/haproxy',
}
/** For the failover tests. */
const faultPackages = { patroni: '/usr/bin/patroni', 'etcd-server': '/usr/bin/etcd' }
/** For the benchmark of several instances. */
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

/** Excludes the services' unit files, since the tests start the programs themselves. */
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

/** Runs a command and waits for it. Exits with its status if it fails. */
export function run(command, args, env = process.env) {
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${env.PATH}`
  try {
    const stdio = ['ignore', 'inherit', 'inherit']
    execFileSync(command, args, { cwd: root, stdio, env: { ...env, PATH } })
  } catch (error) {
    if (error.code === 'ENOENT') say(`${command} is not installed.`)
    process.exit(error.status ?? 1)
  }
}

/** Runs commands side by side, to the end of the last one. */
export async function runTogether(commands) {
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
  const codes = commands.map(
    ([command, ...args]) =>
      new Promise((resolve) => {
        const stdio = ['ignore', 'inherit', 'inherit']
        const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, PATH } })
        child.on('exit', (code) => resolve(code ?? 1))
        child.on('error', () => resolve(1))
      }),
  )
  const failed = (await Promise.all(codes)).find((code) => code !== 0)
  if (failed !== undefined) process.exit(failed)
}

// Includes folders: deleting a file changes only its folder's timestamp.
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
