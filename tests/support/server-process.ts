import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { serverArguments, serverEnvironment } from '#scripts/serve.mjs'
import catalogue from '#server/config/catalogue.json' with { type: 'json' }
import { makeScratchDirectory } from './scratch.ts'

const node = join(import.meta.dirname, '../../node_modules/.bin/node')

export type ServerProcess = {
  /** Without a trailing slash. */
  origin: string
  pid: number
  /** Its DATA_DIR, with the embedded database. */
  directory: string
  /** Returns the log since the last call: at the log level of tests, only problems. */
  takeLog: () => string
  /** Sends a signal and returns the exit code. Removes the data directory if the server created it. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

type Environment = Record<string, string>

/**
 * Starts the real server as a process, as `npm start` does. By default it has a free port, a new data
 * directory and no rate limits; `environment` overrides them with the variables of `.env.example`.
 *
 * @param hasPromptLimit false: the free plan allows any number of prompts
 * @param host `localhost`: passkeys need an address with a name
 * @param isNiced starts it with a low priority that it may not raise
 * @param program Node's arguments, for the server of another checkout
 */
export async function startServer(
  environment: Environment = {},
  { hasPromptLimit = true, program = serverArguments, host = '127.0.0.1', isNiced = false } = {},
): Promise<ServerProcess> {
  const directory = makeScratchDirectory('server')
  const port = environment['PORT'] ?? String(await findFreePort())
  const origin = `http://${host}:${port}`
  const prefix = isNiced ? ['nice', '-n', '15', ...withoutCapabilities] : []
  const [command = node, ...args] = prefix.concat(node, program)
  const child = spawn(command, args, {
    // Not in the checkout, which may have a developer's .env.
    cwd: directory,
    env: {
      PATH: process.env['PATH'],
      ...serverEnvironment,
      PORT: port,
      BASE_URL: origin,
      DATA_DIR: directory,
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...(!hasPromptLimit && { PLANS_FILE: await writeUnlimitedPlans(directory) }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log: string[] = []
  const ended = once(child, 'exit') as Promise<[number | null]>
  child.stderr.setEncoding('utf8').on('data', (text: string) => log.push(text))
  const lines = createInterface(child.stdout)
  const started = new Promise<true>((resolve) => {
    lines.on('line', (line) => {
      // The line with the address is logged at every log level.
      if (line.includes(`"address":"http://127.0.0.1:${port}"`)) resolve(true)
      else log.push(`${line}\n`)
    })
  })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    const [code] = await ended
    await rm(directory, { recursive: true, force: true })
    return code
  }

  if (!(await Promise.race([started, ended.then(() => false)]))) {
    await stop()
    throw new Error(`The server ended instead of starting:\n${log.join('')}`)
  }
  return {
    origin,
    pid: child.pid ?? 0,
    directory,
    takeLog: () => {
      const taken = log.join('')
      log = []
      return taken
    },
    stop,
  }
}

/**
 * Runs a start that fails, and returns the exit code and the message. File permissions apply even if the tests run as
 * root.
 */
export async function startAndFail(
  environment: Environment,
): Promise<{ code: number | null; complaint: string }> {
  const [command = node, ...args] = withoutCapabilities.concat(node, serverArguments)
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], ...serverEnvironment, PORT: '0', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, complaint }
}

/** Removes root's capabilities from a command: another user might not be able to read this checkout. */
const withoutCapabilities =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : []

/** `fetch` and browsers block 10080. Systems may assign higher ports to outgoing connections at any moment. */
const ports = { first: 10_081, last: 32_000 }
let nextPort = ports.first + Math.floor(Math.random() * (ports.last - ports.first))

/** A port for a server whose address must be known before it starts. Each call returns another one. */
export async function findFreePort(): Promise<number> {
  const port = nextPort
  nextPort = port === ports.last ? ports.first : port + 1
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return findFreePort()
  }
  probe.close()
  await once(probe, 'close')
  return port
}

/** Writes the shipped catalogue without limits into a directory, and returns the file. */
export async function writeUnlimitedPlans(directory: string): Promise<string> {
  const file = join(directory, 'plans.json')
  const plans = catalogue.plans.map((plan) => ({ ...plan, promptLimit: null }))
  await writeFile(file, JSON.stringify({ ...catalogue, plans }))
  return file
}
