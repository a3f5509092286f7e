import { fork } from 'node:child_process'
import { once } from 'node:events'
import { node } from '#scripts/prepare.mjs'
import { serverEnvironment } from '#scripts/serve.mjs'
import type { Outcome } from './command-line.ts'

/** Starts a process that runs command lines one after the other, without a terminal and without piped input. */
export function startCommandProcess(env: NodeJS.ProcessEnv, cwd?: string) {
  const child = fork(new URL('command-process.ts', import.meta.url), {
    cwd,
    env: { ...env, NODE_COMPILE_CACHE: serverEnvironment.NODE_COMPILE_CACHE },
    execPath: node,
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let last: Promise<unknown> = Promise.resolve()

  async function runOne(words: readonly string[]): Promise<Outcome> {
    const stopping = new AbortController()
    const { signal } = stopping
    const ended = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`${words.join(' ')} ended the process by ${code}`)
    })
    ended.catch(() => {})
    child.send(words)
    const [outcome] = (await Promise.race([once(child, 'message', { signal }), ended])) as [Outcome]
    stopping.abort()
    return outcome
  }

  return {
    run: (words: readonly string[]): Promise<Outcome> => {
      const running = last.then(() => runOne(words))
      last = running.catch(() => {})
      return running
    },
    stop: () => void child.kill(),
  }
}
