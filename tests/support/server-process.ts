import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { serverArguments, serverEnvironment } from '#scripts/serve.mjs'

export type ServerProcess = {
  url: string
  pid: number
  /** Sends the signal to stop and gives the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts the server as a process of its own, on a free port. `environment` as in `.env.example`. */
export async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, serverArguments, {
    env: { PATH: process.env['PATH'], ...serverEnvironment, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const lines = createInterface(child.stdout)
  const started = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const { address } = JSON.parse(line) as { address?: string }
      if (address !== undefined) resolve(address)
    })
  })
  const url = await Promise.race([
    started,
    ended.then(([code]) => {
      throw new Error(`The server ended with ${code} instead of starting.`)
    }),
  ])
  return {
    url,
    pid: child.pid ?? 0,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return (await ended)[0]
    },
  }
}

/** Runs the server's start to its end, for starts that fail: the exit code and what it complained of. */
export async function startAndFail(
  environment: Record<string, string>,
): Promise<{ code: number | null; complaint: string }> {
  const child = spawn(process.execPath, serverArguments, {
    env: { PATH: process.env['PATH'], PORT: '0', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, complaint }
}
