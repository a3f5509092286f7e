// Runs `npm start` like a new user: from a plain copy of the sources, in a path with blanks and umlauts, on the lowest
// supported Node, with the npm that comes with it or the given version. The first attempt is killed while npm installs.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { root, say } from './prepare.mjs'

const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const [lowestNode] = engines.node.match(/\d+\.\d+\.\d+/)
const versions = [`node@${lowestNode}`, `npm@${process.argv[2] ?? '10.8.2'}`]
const scratch = mkdtempSync(join(tmpdir(), 'promptshelf-newcomer-'))
const home = join(scratch, 'My Prömpts')
const modules = join(home, 'node_modules')
const tools = join(scratch, 'tools')
const PATH = [
  join(tools, 'node_modules/.bin'),
  ...process.env.PATH.split(delimiter).filter((folder) => !folder.includes('node_modules')),
].join(delimiter)
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

copySources()
// The Node package fetches the one for this platform with a script.
const install = ['install', '--silent', '--ignore-scripts=false', '--prefix', tools]
execFileSync('npm', [...install, ...versions])
const versionOf = (program) =>
  execFileSync(program, ['--version'], { env: { PATH } }).toString().trim()
const tried = `Node ${versionOf('node')} with npm ${versionOf('npm')}`
if (versionOf('node') !== `v${lowestNode}`) fail(`${tried} is used, not Node ${lowestNode}.`)

const interrupted = start()
while (!existsSync(modules) || readdirSync(modules).length < 20) {
  if (interrupted.exitCode !== null) fail('The first start ended before it could be interrupted.')
  await new Promise((resolve) => setTimeout(resolve, 20))
}
endGroupOf(interrupted, 'SIGKILL')
await once(interrupted, 'close')

const npmList = join(modules, '.package-lock.json')
let installedAt
for (const what of ['after an install that was interrupted', 'after an install by `npm ci`']) {
  // `npm ci` does not know about the marker file and the link to the pinned Node.
  if (installedAt !== undefined) {
    for (const name of ['.promptshelf-installed', '.bin/node']) rmSync(join(modules, name))
  }
  const server = start()
  const address = await readAddress(server)
  if (address === undefined) fail(`${tried} does not start the server ${what}.`)
  const { status } = await fetch(`${address}/api/health`)
  if (status !== 200) fail(`The server started by ${tried} answers ${status}.`)
  endGroupOf(server, 'SIGTERM')
  await once(server, 'exit')
  const { mtimeMs } = statSync(npmList)
  if (mtimeMs !== (installedAt ??= mtimeMs)) fail(`${tried} installs again ${what}.`)
  say(`${tried} serves ${what}.`)
}

function copySources() {
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: root })
  const files = listed.toString().split('\0').filter(Boolean)
  for (const file of files.filter((each) => existsSync(join(root, each)))) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    cpSync(join(root, file), join(home, file))
  }
}

/** Starts the product in a separate process group, so that a signal reaches npm and all of its children. */
function start() {
  const env = { ...process.env, PATH, PORT: '0', DATA_DIR: join(scratch, 'data') }
  return spawn('npm', ['start'], {
    cwd: home,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function endGroupOf(leader, signal) {
  process.kill(-Number(leader.pid), signal)
}

/** The address that the server logs, or `undefined` if it exits without one. */
async function readAddress(server) {
  for await (const line of createInterface(server.stdout)) {
    const found = /"address":"([^"]+)"/.exec(line)?.[1]
    if (found !== undefined) return found
  }
  return undefined
}

function fail(line) {
  say(line)
  process.exit(1)
}
