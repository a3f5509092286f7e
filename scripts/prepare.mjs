// Prepares the checkout for every command: installs packages and builds the client if missing or stale. Plain
// JavaScript, because it runs on the machine's own Node.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
/** The pinned Node. */
export const node = join(modules, '.bin/node')

/** Contains the hash of the installed lock file. npm removes it with everything else before it installs. */
const installMark = join(modules, '.promptshelf-installed')
const productionEnd = ' for production'
const buildMark = join(root, 'dist/web/index.html')
const pages = ['index.html', 'landing.html', 'shared-prompt.html']
const builtFrom = [
  'cli',
  'web',
  'contract',
  'extension',
  'languages',
  'scripts/build',
  ...pages,
  'vite.config.ts',
  'package-lock.json',
]

/**
 * Installs the packages, including the pinned Node, unless they match the lock file. `forProduction` omits development
 * packages, but does not remove them. Exits with one line if something needed cannot be installed or run.
 */
export function installPackages({ forProduction = false } = {}) {
  const { all, some, installed, packages } = readInstalled()
  const isComplete = installed === all || (forProduction && installed === some)
  if (isComplete && existsSync(node)) return
  const fault = findNodeFault(process.version)
  if (fault !== undefined) fail(fault)
  if (!isInstalledByNpm(packages, forProduction)) {
    const hasDevelopment = installed !== '' && !installed.endsWith(productionEnd)
    const isForProduction = forProduction && !hasDevelopment
    say('Installing the packages…')
    // npm 10 may abort when a download stalls ("Exit handler never called!"). Its downloads so far are cached.
    const isInstalled = [1, 2].some(() => install(packages, isForProduction))
    if (!isInstalled) fail('npm could not install the packages. See its output above.')
  }
  linkPinnedNode()
  checkPinnedNode()
  writeFileSync(installMark, areThere(packages, false) ? all : some)
}

/** Exits with one line unless the packages match the lock file: their programs cannot replace them while they run. */
export function requirePackages() {
  const { all, installed, packages } = readInstalled()
  if (installed === all || isInstalledByNpm(packages, false)) return
  fail('The packages do not match package-lock.json. Run `npm ci`.')
}

/** Reads the lock file, its marks for all packages and for those of production, and the mark of the last install. */
function readInstalled() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const all = createHash('sha256').update(lock).digest('hex')
  const installed = existsSync(installMark) ? readFileSync(installMark, 'utf8') : ''
  return { all, some: all + productionEnd, installed, packages: JSON.parse(lock).packages }
}

/**
 * Returns why this Node cannot install the packages; undefined if it can. npm omits the native code of Vite, which
 * declares these versions, although the pinned Node would run it.
 */
export function findNodeFault(version) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
  const isEnough = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
  if (isEnough) return undefined
  return `Promptshelf needs Node 20.19, 22.12 or newer, and this is Node ${version.slice(1)}. Nothing was installed.`
}

/** Runs npm. Returns whether all packages are installed. */
function install(packages, forProduction) {
  const dev = forProduction ? '--omit=dev' : '--include=dev'
  const args = ['ci', dev, '--include=optional', '--loglevel=error']
  return statusOf('npm', args) === 0 && areThere(packages, forProduction)
}

/** Whether someone has run `npm ci` since the lock file changed: npm lists what it has installed. */
function isInstalledByNpm(packages, forProduction) {
  const list = join(modules, '.package-lock.json')
  if (!existsSync(list)) return false
  const { packages: installed } = JSON.parse(readFileSync(list, 'utf8'))
  return (
    Object.entries(installed).every(([path, { version }]) => version === packages[path]?.version) &&
    areThere(packages, forProduction)
  )
}

/** Whether all packages are installed, except those of other platforms. */
function areThere(packages, forProduction) {
  return Object.entries(packages).every(([path, { optional, devOptional, dev }]) => {
    const isNeeded = !optional && !devOptional && !(dev && forProduction)
    return !isNeeded || existsSync(join(root, path, 'package.json'))
  })
}

/**
 * Links `.bin/node` to this platform's Node. npm 10 deletes its own link, because it also belongs to the packages of
 * the other platforms.
 */
function linkPinnedNode() {
  const name = ['node', 'node-bin']
    .map((prefix) => `${prefix}-${process.platform}-${process.arch}`)
    .find((each) => existsSync(join(modules, each, 'bin/node')))
  if (name === undefined) fail(`There is no pinned Node for ${process.platform} ${process.arch}.`)
  rmSync(node, { force: true })
  symlinkSync(join('..', name, 'bin/node'), node)
}

/** Exits unless the pinned Node runs and loads native code. */
function checkPinnedNode() {
  try {
    execFileSync(node, ['--eval', "await import('vite')"], { cwd: root, stdio: 'pipe' })
  } catch (error) {
    const [reason = error.message] =
      String(error.stderr ?? '').match(/.*(?:Error|not found).*/) ?? []
    fail(`The installed Node does not run on this machine: ${reason}`)
  }
}

/** Builds the client unless the build is newer than all of its sources. */
export function buildClient() {
  const built = existsSync(buildMark) ? statSync(buildMark).mtimeMs : 0
  if (built > newest(builtFrom.map((path) => join(root, path)))) return
  say('Building the client…')
  // Vitest, which may request the build, sets this variable to `test`.
  const env = { ...process.env, NODE_ENV: 'production' }
  run(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], env)
}

/** Debian packages that the tests need, each with one of its files: a browser, a PostgreSQL server, and shells. */
const testPackages = {
  chromium: '/usr/bin/chromium',
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  postgresql: '/usr/lib/postgresql',
  haproxy: '/usr/sbin/haproxy',
  zsh: '/usr/bin/zsh',
  fish: '/usr/bin/fish',
}
/** For the failover tests. */
const faultPackages = { patroni: '/usr/bin/patroni', 'etcd-server': '/usr/bin/etcd' }
/** For the main journeys in a second browser. */
const firefoxPackages = { 'firefox-esr': '/usr/bin/firefox-esr' }
/**
 * For the main journeys in Safari's engine: a driver and browser, a display, and a program that reads its clipboard.
 */
const webkitPackages = {
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
  xclip: '/usr/bin/xclip',
}
/** For the main journeys with a screen reader. `xvfb-run` needs `xauth`. */
const screenReaderPackages = {
  chromium: '/usr/bin/chromium',
  orca: '/usr/bin/orca',
  'at-spi2-core': '/usr/libexec/at-spi2-registryd',
  'dbus-bin': '/usr/bin/dbus-run-session',
  'dbus-daemon': '/usr/bin/dbus-daemon',
  xauth: '/usr/bin/xauth',
  xdotool: '/usr/bin/xdotool',
  xvfb: '/usr/bin/xvfb-run',
}
/** For the benchmark of several instances. */
const benchPackages = { pgbouncer: '/usr/sbin/pgbouncer' }
/** For the animated pictures of the README. */
const galleryPackages = { webp: '/usr/bin/img2webp' }
/** For the packages of a release: images without Docker, libraries for each processor, strip programs. */
const packagingTools = {
  buildah: '/usr/bin/buildah',
  mmdebstrap: '/usr/bin/mmdebstrap',
  'binutils-aarch64-linux-gnu': '/usr/bin/aarch64-linux-gnu-strip',
  'binutils-x86-64-linux-gnu': '/usr/bin/x86_64-linux-gnu-strip',
}
/** For trying the packages: clean roots, another processor, proxies. */
const packageTrials = {
  bubblewrap: '/usr/bin/bwrap',
  caddy: '/usr/bin/caddy',
  lintian: '/usr/bin/lintian',
  nginx: '/usr/sbin/nginx',
  'qemu-user-static': '/usr/bin/qemu-aarch64-static',
  'systemd-container': '/usr/bin/systemd-nspawn',
}

export function installPackagingTools() {
  installDebianPackages(packagingTools)
}

export function installPackageTrials() {
  installDebianPackages(packageTrials, withoutServices)
}

export function installTestPackages() {
  installDebianPackages(testPackages)
}

export function installFaultPackages() {
  installDebianPackages(testPackages)
  installDebianPackages(faultPackages, withoutServices)
}

export function installFirefox() {
  installDebianPackages(firefoxPackages)
}

export function installGalleryPackages() {
  installDebianPackages(galleryPackages)
}

export function installWebKit() {
  installDebianPackages(webkitPackages)
}

export function installScreenReader() {
  installDebianPackages(screenReaderPackages)
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

function fail(line) {
  say(line)
  process.exit(1)
}

/** Runs a command and waits for it. Exits with its status if it fails. */
export function run(command, args, env = process.env, stdin = 'ignore') {
  const status = statusOf(command, args, env, stdin)
  if (status !== 0) process.exit(status)
}

/** Runs a command, waits for it and returns its status. Exits if it is not installed. */
export function statusOf(command, args, env = process.env, stdin = 'ignore') {
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${env.PATH}`
  const stdio = [stdin, 'inherit', 'inherit']
  const { status, error } = spawnSync(command, args, { cwd: root, stdio, env: { ...env, PATH } })
  if (error?.code === 'ENOENT') fail(`${command} is not installed.`)
  return status ?? 1
}

/** Runs commands in parallel, until all have ended. */
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
    // So that editing a test while others run does not replace what they run.
    const names = readdirSync(path).filter((name) => !/\.test\.tsx?$/.test(name))
    latest = Math.max(latest, newest(names.map((name) => join(path, name))))
  }
  return latest
}
