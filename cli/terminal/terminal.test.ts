import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'

let line: CommandLine
const keys = {
  enter: '\r',
  down: '\u001B[B',
  up: '\u001B[A',
  backTab: '\u001B[Z',
  stop: '\u0003',
  left: '\u001B[D',
  paste: (text: string) => `\u001B[200~${text}\u001B[201~`,
}

/** The last input of a clipboard program. */
const clipboard = () => readFileSync(join(line.home, 'clipboard'), 'utf8')
const withClipboard = { DISPLAY: ':0' }

beforeAll(async () => {
  line = await startCommandLine()
  const color = '4ECDC4'
  const options = [{ value: 'warm', label: 'Warm' }, { value: 'strict' }]
  await line.call(calls.createPrompt, {
    name: 'Every kind',
    shortName: 'every',
    prompt: '{name}|{note}|{tone}|{other}|{count}|{day}|{loud}|{long}',
    color,
    variables: [
      { name: 'name', kind: 'text', default: 'Ada', help: 'Who \u001B[31mit is' },
      { name: 'note', kind: 'text' },
      { name: 'tone', kind: 'choice', options },
      { name: 'other', kind: 'choice', options, open: true },
      { name: 'count', kind: 'number', min: 2 },
      { name: 'day', kind: 'date', format: 'iso' },
      { name: 'loud', kind: 'switch', on: 'LOUD', off: 'quiet' },
      { name: 'long', kind: 'long', required: true },
    ],
  })
  for (const [at, name] of ['Poem', 'Résumé', 'Letter of a\u001B]0;title\u0007 friend'].entries()) {
    await line.call(calls.createPrompt, { name, prompt: `Text ${at}`, color })
  }
  const xclip = join(line.home, 'bin/xclip')
  mkdirSync(join(line.home, 'bin'), { recursive: true })
  writeFileSync(xclip, '#!/bin/sh\nexec cat > "$HOME/clipboard"\n')
  chmodSync(xclip, 0o755)
})
afterAll(() => line.stop())

describe('The command without arguments', () => {
  it('picks a prompt, fills in every kind, and copies the text', async () => {
    const terminal = line.terminal('promptshelf', { env: withClipboard })
    await terminal.sees('4 in all')
    expect(terminal.shown()).toContain('␛]0;title␇ friend')
    terminal.type('evry')
    await terminal.sees(/› Every kind {2}\/every/)
    terminal.type(keys.enter)
    await terminal.sees('Who ␛[31mit is')
    terminal.type(` L${keys.enter}`)
    await terminal.sees('note:')
    terminal.type(`x${keys.enter}`)
    await terminal.sees('tone:')
    terminal.type(`${keys.up}${keys.up}${keys.enter}`)
    await terminal.sees('other:')
    terminal.type(`new one${keys.enter}`)
    await terminal.sees('count:')
    terminal.type(`1${keys.enter}`)
    await terminal.sees('count must be at least 2.')
    terminal.type(keys.backTab)
    await terminal.sees(/› new one/)
    terminal.type(keys.enter)
    terminal.type(`\u007F12${keys.enter}`)
    await terminal.sees('day:')
    terminal.type(`\u00152026-02-30${keys.enter}`)
    await terminal.sees('day must be a date')
    terminal.type(`\u00152026-02-28${keys.enter}`)
    await terminal.sees('loud:')
    terminal.type(`on${keys.enter}`)
    await terminal.sees('long:')
    terminal.type(keys.enter)
    await terminal.sees('This is required.')
    terminal.type(keys.paste('one\rtwo {name}'))
    await terminal.sees('2 lines')
    terminal.type(`!${keys.enter}`)
    expect((await terminal.end()).code).toBe(0)
    expect(clipboard()).toBe('Ada L|x|warm|new one|12|2026-02-28|LOUD|one\ntwo {name}!')
  })

  it('leaves the terminal as it was after every Ctrl+C', async () => {
    for (const steps of [[], ['4 in all'], ['4 in all', 'evry', 'every', keys.enter, 'Who']]) {
      // In the first round, it is still starting, and the system ends it.
      const start = steps.length === 0 ? `bash -c 'echo begun; exec promptshelf'` : 'promptshelf'
      const terminal = line.terminal(start)
      for (const [at, step] of steps.entries()) {
        if (at % 2 === 0) await terminal.sees(step)
        else terminal.type(step)
      }
      if (steps.length === 0) await terminal.sees('begun')
      terminal.type(keys.stop)
      const { code, shown } = await terminal.end()
      expect(code).toBe(130)
      if (steps.length > 0) expect(shown).toContain('Stopped.')
    }
  })

  it('fits a narrow terminal', async () => {
    const terminal = line.terminal('promptshelf', { columns: 20, rows: 6 })
    await terminal.sees('4 in all')
    terminal.type(`letter with a long query`)
    terminal.type('\u0015resume')
    await terminal.sees('› Résumé')
    terminal.clear()
    terminal.type(keys.left)
    await terminal.sees('Résumé')
    const lines = stripVTControlCharacters(terminal.shown()).split(/[\r\n]+/)
    expect(lines.filter((each) => each.length > 19)).toEqual([])
    terminal.type(keys.stop)
    await terminal.end()
  })

  it('shows the input for a variable with a long name, and its help, in a narrow one', async () => {
    const prompt = '{What is the product that this is about}'
    const input = { name: 'Narrow', shortName: 'narrow', prompt, color: '4ECDC4' }
    await line.call(calls.createPrompt, input)
    const terminal = line.terminal('promptshelf narrow', { columns: 30 })
    await terminal.sees('What is the pr…')
    terminal.type('typed')
    await terminal.sees('What is the pr… typed')
    terminal.type(keys.stop)
    await terminal.end()
    const { shown } = await line.terminal('promptshelf help sync', { columns: 30 }).end()
    const lines = shown.split('\r\n').filter((each) => !/\d:\d|^\[ended/.test(each))
    expect(lines.filter((each) => each.length > 30)).toEqual([])
  })

  it('prints the manual without an interactive terminal', async () => {
    expect((await line.run([])).out).toContain('Usage\n')
    expect((await line.terminal('TERM=dumb promptshelf').end()).shown).toContain('Usage\r\n')
  })
})

describe('A prompt by its name, on a terminal,', () => {
  it('asks for missing values, prints the text and copies it', async () => {
    const given = 'note=n tone=warm other=o count=3 day=2026-01-01'
    const terminal = line.terminal(`promptshelf every ${given}`, { env: withClipboard })
    await terminal.sees('long:')
    expect(terminal.shown()).not.toContain('name:')
    terminal.type(`code${keys.enter}`)
    const { code, shown } = await terminal.end()
    expect(code).toBe(0)
    expect(shown).toContain('Ada|n|warm|o|3|2026-01-01|quiet|code\r\nCopied “Every kind”.')
    expect(clipboard()).toBe('Ada|n|warm|o|3|2026-01-01|quiet|code')
  })

  it('copies via the terminal over SSH, and reports if there is no clipboard', async () => {
    const ssh = line.terminal('promptshelf poem', {
      env: { ...withClipboard, SSH_CONNECTION: '1' },
    })
    const { shown } = await ssh.end()
    expect(shown).toContain(`\u001B]52;c;${Buffer.from('Text 0').toString('base64')}\u0007`)
    expect(shown).toContain("the terminal's clipboard")
    const none = await line.terminal('promptshelf poem', { env: { TERM: 'linux' } }).end()
    expect(none.shown).toContain('Text 0\r\nNot copied')
  })

  it('asks on the terminal while its text goes into a pipe', async () => {
    const terminal = line.terminal(
      'promptshelf every note=n tone=warm other=o count=3 | tr a-z A-Z',
    )
    await terminal.sees('long:')
    terminal.type(`code${keys.enter}`)
    expect((await terminal.end()).shown).toMatch(/ADA\|N\|WARM\|O\|3\|[\d-]+\|QUIET\|CODE\r\n/)
  })
})
