import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { calls } from '#contract/calls.ts'
import { quoteWord, splitLine } from '#cli/commands/completion/split-line.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'

let line: CommandLine

beforeAll(async () => {
  line = await startCommandLine()
  const color = '4ECDC4'
  const { call } = line
  const { id } = await call(calls.createFolder, { name: 'Work & play', color })
  await call(calls.createFolder, { name: 'Reviews', color, folderId: id })
  await call(calls.createFolder, { name: '$(touch pwned)', color })
  await call(calls.createFolder, { name: 'Bad\u001B]0;x\u0007', color })
  const options = [{ value: 'warm' }, { value: 'very strict' }]
  const variables = [{ name: 'tone', kind: 'choice', options }]
  const prompt = 'In a {tone} tone: {code}'
  await call(calls.createPrompt, {
    name: 'Review\u001B[31m',
    shortName: 'review',
    prompt,
    color,
    variables,
  })
  await call(calls.createPrompt, { name: 'Search', shortName: 'search', prompt: 'x', color })
  writeFileSync(join(line.home, 'main.ts'), '')
  const zsh = join(line.home, 'zsh')
  mkdirSync(zsh)
  writeFileSync(join(zsh, '_promptshelf'), (await line.run(['completion', 'zsh'])).out)
  writeFileSync(join(line.home, 'completion.bash'), (await line.run(['completion', 'bash'])).out)
  writeFileSync(join(line.home, 'completion.fish'), (await line.run(['completion', 'fish'])).out)
})
afterAll(() => line.stop())

/** The typed text, and the shell's result after the Tab key. */
const completed = [
  ['promptshelf rev', 'promptshelf review '],
  ['echo x | promptshelf review to', 'promptshelf review tone='],
  ['promptshelf review tone=w', 'promptshelf review tone=warm '],
  ['promptshelf review tone=v', 'promptshelf review tone=very\\ strict '],
  ['promptshelf review code=@ma', 'promptshelf review code=@main.ts '],
  ['promptshelf ls Work\\ \\&\\ play/', 'promptshelf ls Work\\ \\&\\ play/Reviews '],
  ['promptshelf rm rev', 'promptshelf rm review '],
  [
    'promptshelf mv review Work\\ \\&\\ play/Rev',
    'promptshelf mv review Work\\ \\&\\ play/Reviews/',
  ],
  ['promptshelf open review --in cl', 'promptshelf open review --in claude '],
  ['promptshelf import ~/mai', 'promptshelf import ~/main.ts '],
] as const

const shells = {
  bash: `PS1='$ ' bash --norc --noprofile -i`,
  zsh: `ZDOTDIR=$HOME/zsh zsh -f -i`,
}
const starts = {
  bash: 'set +o history; source completion.bash; echo re""ady',
  zsh: `PS1='$ '; fpath=($HOME/zsh $fpath); autoload -Uz compinit; compinit -D; echo re""ady`,
}

describe.each(['bash', 'zsh'] as const)('In %s,', (shell) => {
  it('words are completed as they are typed', async () => {
    const terminal = line.terminal(shells[shell], { columns: 200 })
    await terminal.sees(/[$%#] /)
    terminal.type(`${starts[shell]}\r`)
    await terminal.sees('ready')
    // A quote that begins inside the word; zsh adds styles in between.
    const quoted = ['promptshelf review TONE="v', 'promptshelf review TONE="very strict" '] as const
    for (const [typed, whole] of shell === 'bash' ? [...completed, quoted] : completed) {
      terminal.clear()
      terminal.type(`${typed}\t`)
      const wanted = shell === 'zsh' ? whole.trimEnd() : whole
      await terminal.sees(wanted.slice(wanted.indexOf('promptshelf')))
      terminal.type('\u0015')
    }
    // Characters that would be run or would control the terminal if they were not quoted.
    terminal.clear()
    terminal.type('promptshelf ls \t\t')
    await terminal.sees('touch')
    terminal.type('\u0015exit\r')
    const { shown } = await terminal.end()
    expect(shown).not.toContain('\u001B]0;x')
    expect((await line.bash('ls pwned')).code).not.toBe(0)
  })
})

it('In fish, words are completed with their descriptions', async () => {
  const complete = async (typed: string) => {
    const script = `source completion.fish; complete -C "$TYPED"`
    const { out } = await line.bash(`fish --no-config -c '${script}'`, { TYPED: typed })
    return out
  }
  expect(await complete('promptshelf rev')).toMatch(/^review\tReview \[31m$/m)
  expect(await complete('promptshelf sear')).toMatch(/^search\tFind/m)
  expect(await complete('promptshelf /sear')).toMatch(/^\/search\tSearch$/m)
  expect(await complete('promptshelf /rev')).toMatch(/^\/review\t/m)
  expect(await complete('promptshelf review tone=')).toBe('tone=very strict\ntone=warm\n')
  expect(await complete('promptshelf review TONE="v')).toBe('TONE=very strict\n')
  expect(await complete('promptshelf ls Work')).toContain('Work & play/Reviews\n')
  expect(await complete('promptshelf ls Work\\ \\&')).toContain('Work & play/Reviews\n')
  // It would control the terminal.
  expect(await complete('promptshelf ls ')).not.toContain('Bad')
})

it('is silent if there is no server', async () => {
  const env = { PROMPTSHELF_URL: 'http://127.0.0.1:9', PROMPTSHELF_TOKEN: line.token }
  expect(await line.run(['completion', 'fish', '--', 'show', 're'], { env })).toEqual({
    code: 0,
    out: '',
    err: '',
  })
  expect((await line.run(['completion', 'tcsh'])).code).toBe(2)
})

it('quotes a word for bash so that it is read as the same word', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(undefined, '"', "'"), (text, quote) => {
      const word = text.replaceAll(/\s/g, ' ')
      const typed = `a ${quote ?? ''}${quoteWord(word, quote)}`
      expect(splitLine(typed).words[1] ?? '').toBe(word)
    }),
  )
})
