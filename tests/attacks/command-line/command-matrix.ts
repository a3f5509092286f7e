import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { CommandLine, Outcome } from '#tests/support/clients/command-line.ts'
import { startCommandProcess } from '#tests/support/clients/start-command-process.ts'
import { snapshot } from './snapshot.ts'

/** The paths below the home directory to which commands may write. */
const own = [
  '.config/promptshelf/skills.json',
  'named',
  'opened',
  'project/.agents',
  'project/.claude',
  'tmp',
]

/** All commands that call the server, except those that read stdin. */
const commandLines = (round: number): Record<string, string[]> => ({
  whoami: ['whoami'],
  ls: ['ls', 'Work'],
  search: ['search', 'review'],
  show: ['show', 'review'],
  fill: ['review', 'tone=warm'],
  open: ['open', 'review', '--in', 'claude', 'tone=warm'],
  edit: ['edit', 'review'],
  mkdir: ['mkdir', `Work/Made ${round}`],
  mv: ['mv', `Moved ${round}`, 'Work'],
  rm: ['rm', `Deleted ${round}`],
  'rm --undo': ['rm', '--undo', '3f2b0c1e-7a54-4d0f-9c1b-5e6a7d8f9012'],
  export: ['export', `../named/export-${round}.json`],
  import: ['import', '../named/Import.md'],
  'import --undo': ['import', '--undo'],
  run: ['run', 'review', 'tone=warm', '--model', 'echo'],
  'run --models': ['run', '--models'],
  skills: ['skills', 'sync', '--project'],
  'sync --dry-run': ['sync', `../named/synced-${round}`, '--dry-run'],
  sync: ['sync', `../named/synced-${round}`],
  // Syncs the state that the first sync has recorded.
  'sync again': ['sync', `../named/synced-${round}`],
})
/** Commands that read stdin, with the piped input. */
const piped = (round: number, origin: string, token: string): [string[], string][] => [
  [['new', `New ${round}`], 'A new {text}'],
  [['edit', 'review'], 'Be {tone} at once'],
  [['import'], 'An imported text'],
  [['login', origin, '--name', 'hostile'], token],
  [['mcp'], `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`],
]

export type Run = Outcome & { command: string }

/** Runs every command against a hostile server, and checks the restrictions of all. */
export async function startMatrix(line: CommandLine, env: Record<string, string>, origin: string) {
  const inHome = (...names: string[]) => join(line.home, ...names)
  const opened = inHome('opened')
  for (const directory of ['named', 'project/.claude', 'project/.agents', 'own-config']) {
    mkdirSync(inHome(directory), { recursive: true })
  }
  writeFileSync(inHome('named/Import.md'), 'Imported {tone}')
  const start = (timeout: string) =>
    startCommandProcess(
      { ...line.environment, ...env, PROMPTSHELF_TIMEOUT: timeout },
      inHome('project'),
    )
  const children = { usual: start('20'), short: start('0.2') }
  let round = 0

  /** @param skipped commands that are not run; those that read stdin are `piped` */
  async function runAll({ isShort = false, skipped = [] as readonly string[] } = {}): Promise<
    Run[]
  > {
    round++
    const color = '4ECDC4'
    for (const name of ['Moved', 'Deleted']) {
      await line.call(calls.createPrompt, { name: `${name} ${round}`, color, prompt: 'A text' })
    }
    writeFileSync(opened, '')
    const before = snapshot(line.home, [...own, 'own-config'])
    const timeout = isShort ? '0.2' : '20'
    const config = { XDG_CONFIG_HOME: inHome('own-config'), PROMPTSHELF_TIMEOUT: timeout }
    const others = skipped.includes('piped') ? [] : piped(round, origin, line.token)
    const running = others.map(async ([words, input]): Promise<Run> => {
      const isLogin = words[0] === 'login'
      const outcome = await line.run(words, {
        env: { ...env, ...(isLogin ? config : {}), PROMPTSHELF_TIMEOUT: timeout },
        input,
      })
      return { ...outcome, command: `${words.join(' ')} <` }
    })
    const runs: Run[] = []
    for (const [command, words] of Object.entries(commandLines(round))) {
      if (skipped.includes(command)) continue
      const child = isShort ? children.short : children.usual
      runs.push({ ...(await child.run(words)), command })
    }
    runs.push(...(await Promise.all(running)))
    for (const { code, err, command } of runs) {
      expect([0, 1, 2, 3, 4], command).toContain(code)
      // Unexpected errors print a stack trace.
      expect(err, command).not.toMatch(/^\s*at .*:\d+/m)
    }
    expect(snapshot(line.home, [...own, 'own-config'])).toEqual(before)
    const addresses = readFileSync(opened, 'utf8').split('\n').filter(Boolean)
    expect(addresses.filter((address) => !/^https?:/.test(address))).toEqual([])
    return runs
  }

  return {
    runAll,
    stop: () => {
      for (const child of Object.values(children)) child.stop()
    },
  }
}
