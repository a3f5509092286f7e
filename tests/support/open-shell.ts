import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Block } from './read-blocks.ts'

type Options = {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** A command that runs the shell elsewhere. */
  prefix?: readonly string[]
  /** A directory for the files of the session, and its path as the shell sees it. */
  directory: string
  seenAs?: string
  /** Replacements for the reader's own values in the blocks: addresses, paths, ids, secrets. */
  placeholders?: Record<string, string>
}

type Typing = {
  /** Variables that are set before. */
  env?: Record<string, string>
  /** The answers to the questions of the block. */
  input?: string
  /** Runs the block on a terminal, whose output combines both streams. Its exports are lost. */
  hasTerminal?: boolean
  /** Called for each `npm start` while it runs; then Ctrl-C ends it, which is not a failure. */
  whileServing?: (count: number) => Promise<void>
}

export type Shell = ReturnType<typeof openShell>

/**
 * Runs the blocks of a file one after the other in one session. `npm start` runs until a line arrives; then its process
 * group receives the signal of Ctrl-C.
 */
const session = `set -eumo pipefail
npm() {
  if [ "$*" != start ]; then command npm "$@"; return; fi
  (trap : INT; command npm start && status=0 || status=$?; echo "stopped $status" >&4) &
  echo serving >&4
  read -r -u 3 _
  kill -INT -- -$!
  wait $!
}
while read -r -u 3 file; do . "$file" <"$file.in" >"$file.out" 2>"$file.err"; echo typed >&4; done`

/** A shell in which blocks are typed in the order of the document. */
export function openShell(
  blocks: readonly Block[],
  { cwd, env, prefix = [], directory, seenAs = directory, placeholders = {} }: Options,
) {
  const left = [...blocks]
  mkdirSync(directory, { recursive: true })
  const [command = '', ...args]: readonly string[] = [...prefix, 'bash', '-c', session]
  const shell = spawn(command, args, {
    cwd,
    env,
    // A session without a terminal: programs ask on the standard streams.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'],
  })
  const commands = shell.stdio[3] as Writable
  const ended = once(shell, 'exit').then(() => 'ended')
  const events: string[] = []
  let wake = () => {}
  createInterface(shell.stdio[4] as Readable).on('line', (line) => {
    events.push(line)
    wake()
  })
  const nextEvent = async () => {
    if (events.length === 0) {
      await Promise.race([ended, new Promise<void>((resolve) => (wake = resolve))])
    }
    return events.shift() ?? 'ended'
  }

  return {
    /** Types the next block, and returns its output. Fails if one of its commands fails. */
    async type({ env: added = {}, input = '', hasTerminal, whileServing }: Typing = {}) {
      const block = left.shift()
      if (block === undefined) throw new Error('The document has no further block.')
      const code = Object.entries(placeholders).reduce(
        (text, [placeholder, value]) => text.replaceAll(placeholder, value),
        block.code,
      )
      const name = block.at.replaceAll('/', '-')
      const [file, seenFile] = [join(directory, name), join(seenAs, name)]
      const exports = Object.entries(added).map(([key, value]) => `export ${key}='${value}'\n`)
      writeFileSync(`${file}.sh`, exports.join('') + code)
      const onTerminal = `script -qec "bash -euo pipefail ${seenFile}.sh" /dev/null`
      writeFileSync(file, hasTerminal ? onTerminal : `. ${seenFile}.sh`)
      writeFileSync(`${file}.in`, input)
      commands.write(`${seenFile}\n`)
      const read = (stream: string) => readFileSync(`${file}.${stream}`, 'utf8')
      const failure = () => new Error(`${block.at} fails:\n${code}\n${read('out')}\n${read('err')}`)
      for (let count = 0; ; count++) {
        const event = await nextEvent()
        if (event === 'typed') return read('out')
        if (event !== 'serving' || whileServing === undefined) throw failure()
        const stopped = nextEvent()
        await Promise.race([
          whileServing(count),
          stopped.then(() => {
            throw failure()
          }),
        ])
        commands.write('\n')
        if ((await stopped) !== 'stopped 0') throw failure()
      }
    },
    /** Ends the session, and returns the positions of the blocks that were not typed. */
    async close(): Promise<string[]> {
      commands.end()
      await ended
      return left.map(({ at }) => at)
    },
  }
}
