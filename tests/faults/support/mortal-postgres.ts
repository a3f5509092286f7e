import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '#tests/support/servers/postgres-server.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { findFreePort } from '#tests/support/server-process.ts'

export type MortalPostgres = Awaited<ReturnType<typeof startMortalPostgres>>

/** A PostgreSQL that can be killed and frozen, with durable commits. */
export async function startMortalPostgres() {
  const directory = makeScratchDirectory('mortal')
  const settings = { port: String(await findFreePort()) }
  let server = await startPostgres({ directory, settings })

  /** The server and its processes, one per connection. */
  const processes = () => {
    const [pid = ''] = readFileSync(join(directory, 'cluster/postmaster.pid'), 'utf8').split('\n')
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    return [pid, ...children].filter((one) => one !== '').map(Number)
  }
  const signal = (pids: number[], name: NodeJS.Signals) => {
    for (const pid of pids) if (isRunning(pid)) process.kill(pid, name)
  }

  return {
    url: server.url,
    /** Kills all processes at once, like a power failure. */
    async kill(): Promise<void> {
      const all = processes()
      signal(all, 'SIGKILL')
      while (all.some(isRunning)) await delay(10)
    },
    async start(): Promise<void> {
      server = await startPostgres({ directory, settings })
    },
    freeze: () => signal(processes(), 'SIGSTOP'),
    thaw: () => signal(processes(), 'SIGCONT'),
    async stop(): Promise<void> {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Whether a process exists and is not a zombie. */
export function isRunning(pid: number): boolean {
  if (!readdirSync('/proc').includes(String(pid))) return false
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
