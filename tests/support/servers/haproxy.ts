import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

export type Haproxy = { origin: string; pid: number; stop: () => Promise<void> }

/** Runs Debian's HAProxy with a complete configuration that listens on this local port. */
export async function runHaproxy(port: number, configuration: string): Promise<Haproxy> {
  const directory = makeScratchDirectory('haproxy')
  const file = join(directory, 'haproxy.cfg')
  await writeFile(file, configuration)
  const child = spawn('/usr/sbin/haproxy', ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await isListening(port)
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(directory, { recursive: true })
    },
  }
}

/** Waits until a local port accepts connections. */
export async function isListening(port: number): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    await pause(20)
  }
  throw new Error(`Nothing listens on port ${port}.`)
}
