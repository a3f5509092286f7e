import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '../..')

export type RunningServer = {
  /** Where it is, without a slash at the end. */
  origin: string
  /** What it has logged since last asked: with this log level, only what went wrong. */
  takeLog: () => string
  stop: () => Promise<void>
}

/** Starts the real server, as `npm start` does, with a library of its own that goes with it. */
export async function startServer(hasPromptLimit = true): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'promptshelf-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    PORT: String(port),
    BASE_URL: origin,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
  }
  if (!hasPromptLimit) environment.PLANS_FILE = await writeUnlimitedPlans(dataDir)

  const node = join(root, 'node_modules/.bin/node')
  const server = spawn(node, [join(root, 'server/main.ts')], {
    // Not in the checkout, where a developer's .env may lie.
    cwd: dataDir,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  const started = new Promise<boolean>((resolve) => {
    createInterface(server.stdout).on('line', (line) => {
      // The line that says where it is comes at every log level.
      if (line.includes(`"address":"${origin}"`)) resolve(true)
      else log += `${line}\n`
    })
    server.once('exit', () => resolve(false))
  })
  server.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const ended = once(server, 'exit')

  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM')
      await ended
    }
    await rm(dataDir, { recursive: true, force: true })
  }

  if (!(await started)) {
    await stop()
    throw new Error(`The server did not start:\n${log}`)
  }
  return {
    origin,
    takeLog: () => {
      const taken = log
      log = ''
      return taken
    },
    stop,
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** The shipped catalogue without its limits, for libraries larger than the free plan's. */
async function writeUnlimitedPlans(directory: string): Promise<string> {
  const shipped = await readFile(join(root, 'server/plans/catalogue.json'), 'utf8')
  const file = join(directory, 'plans.json')
  await writeFile(file, shipped.replaceAll(/"promptLimit": *\d+/g, '"promptLimit": null'))
  return file
}
