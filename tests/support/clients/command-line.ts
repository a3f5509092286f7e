import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Client } from '#contract/core/client.ts'
import type { TokenScope } from '#contract/core/scopes.ts'
import { node as pinnedNode, root } from '#scripts/prepare.mjs'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { serveFile } from '#tests/support/library-test.ts'
import { findFreePort, writeUnlimitedPlans } from '#tests/support/server-process.ts'
import { siteClient } from '#tests/support/site-client.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { startCommandProcess } from './start-command-process.ts'

/** Allows trying another version of Node. */
const node = process.env['CLI_NODE'] ?? pinnedNode

/** The built command line, as the server serves it. */
export const program = join(root, 'dist/web/promptshelf.mjs')

export type Outcome = { code: number | null; out: string; err: string }
type RunOptions = {
  /** The piped input; none by default. */
  input?: string
  env?: Record<string, string>
}

export type CommandLine = Awaited<ReturnType<typeof startCommandLine>>

/**
 * Starts a server with an account, and a home directory whose user is logged in there by a token.
 *
 * @param settings variables of the server
 */
export async function startCommandLine(settings: Record<string, string> = {}) {
  const home = makeScratchDirectory('home')
  const directory = makeScratchDirectory('server')
  const file = join(directory, 'promptshelf.sqlite')
  await migrateDatabase({ kind: 'sqlite', file })
  const server = await serveFile(file, {
    port: await findFreePort(),
    webRoot: join(root, 'dist/web'),
    environment: { PLANS_FILE: await writeUnlimitedPlans(directory), ...settings },
  })
  const { call, cookie } = siteClient(server.origin)
  const account = { email: 'cli@example.com', password: 'a terminal of green' }
  await call(calls.register, { ...account, cpassword: account.password })
  await call(calls.login, account)
  const token = await makeToken(call, ['library:read', 'library:write', 'runs'])
  const environment = {
    PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    LANG: 'en_GB.UTF-8',
    TERM: 'xterm-256color',
    TZ: 'UTC',
  }
  // As npm installs it.
  mkdirSync(join(home, 'bin'))
  const runnable = process.env['TRY_SOURCES'] ? join(root, 'cli/main.ts') : program
  writeFileSync(join(home, 'bin/promptshelf'), `#!/bin/sh\nexec "${node}" "${runnable}" "$@"\n`, {
    mode: 0o755,
  })

  const commands = startCommandProcess(environment)
  const run = async (args: readonly string[], options?: RunOptions): Promise<Outcome> =>
    options === undefined
      ? commands.run(args)
      : runProgram('promptshelf', args, { ...environment, ...options.env }, options.input)
  const login = await run(['login', server.origin, '--name', 'test'], { input: `${token}\n` })
  expect(login).toMatchObject({ code: 0, err: '' })

  return {
    server,
    home,
    token,
    environment,
    /** A client with the user's session. */
    call,
    cookie,
    makeToken: (scopes: readonly TokenScope[], folderId?: string) =>
      makeToken(call, scopes, folderId),
    /** Runs the command line without a terminal: with options as a separate process, otherwise one after the other. */
    run,
    /** Runs a line of bash without a terminal. */
    bash: (line: string, env: Record<string, string> = {}) =>
      runProgram('bash', ['-c', line], { ...environment, ...env }, undefined, home),
    /** Runs a line of bash on a separate terminal. */
    terminal: (line: string, options: TerminalOptions = {}) =>
      openTerminal(line, { ...options, env: { ...environment, ...options.env } }, home),
    stop: async () => {
      commands.stop()
      await server.stop()
      for (const used of [home, directory]) rmSync(used, { recursive: true, force: true })
    },
  }
}

async function makeToken(call: Client, scopes: readonly TokenScope[], folderId?: string) {
  const where = folderId === undefined ? {} : { folderId }
  const input = { name: 'Laptop', scopes: [...scopes], days: 30 as const, ...where }
  return (await call(calls.createToken, input)).token
}

async function runProgram(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input: string | undefined,
  cwd?: string,
): Promise<Outcome> {
  const stdin = input === undefined ? 'ignore' : 'pipe'
  const child: ChildProcess = spawn(command, args, { env, cwd, stdio: [stdin, 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text))
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

type TerminalOptions = { columns?: number; rows?: number; env?: Record<string, string> }

/**
 * Runs a line of bash in a pseudo-terminal, with `script` from util-linux. The last line of the session has the exit
 * code and the settings of the terminal.
 */
function openTerminal(
  line: string,
  { columns = 80, rows = 24, env = {} }: TerminalOptions,
  cwd: string,
) {
  const whole = `stty cols ${columns} rows ${rows}; stty -g; trap : INT; ${line}\necho "[ended $? $(stty -g)]"`
  const child = spawn('script', ['-qec', 'bash -c "$TYPED"', '/dev/null'], {
    env: { ...env, TYPED: whole, SHELL: '/bin/bash' },
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text))
  const ended = once(child, 'close')
  return {
    /** Everything that was sent to the terminal. */
    shown: () => shown,
    /** Waits until the terminal has received something since the last time. */
    sees: async (text: string | RegExp) => {
      await waitFor(() =>
        typeof text === 'string' ? expect(shown).toContain(text) : expect(shown).toMatch(text),
      )
    },
    /** Discards the output so far. */
    clear: () => (shown = ''),
    type: (keys: string) => child.stdin.write(keys),
    /** Waits for the end of the line. Fails if the terminal's settings have changed. */
    end: async (): Promise<{ code: number; shown: string }> => {
      await waitFor(() => expect(shown).toContain('[ended '))
      child.stdin.end()
      await ended
      const [, code, after] = /\[ended (\d+) (\S+)\]/.exec(shown) ?? []
      const [, before] = /^(\S+:\S+)\r?$/m.exec(shown) ?? [undefined, after]
      expect(after).toBe(before)
      return { code: Number(code), shown }
    },
  }
}
