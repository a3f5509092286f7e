import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '#scripts/prepare.mjs'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'

let line: CommandLine

beforeAll(async () => {
  line = await startCommandLine()
})
afterAll(() => line.stop())

/** The commands in a section of the document, with the address of the server. */
function commandsIn(section: string): string {
  const document = readFileSync(join(root, 'docs/cli.md'), 'utf8')
  const [, rest = ''] = document.split(`${section}\n`)
  const [, commands = ''] = /```sh\n([^]*?)```/.exec(rest) ?? []
  expect(commands).not.toBe('')
  return commands.replaceAll('https://prompts.example.com', line.server.origin)
}

it('lists the directories of completions in its help', async () => {
  const { out: help } = await line.run(['help', 'completion'])
  for (const directory of ['bash-completion/completions', '~/.zfunc', 'fish/completions']) {
    expect(help).toMatch(new RegExp(`mkdir -p \\S*${directory}`))
  }
})

it('is not installed from an invalid address', async () => {
  const home = join(line.home, 'wrong')
  mkdirSync(home)
  const install = commandsIn('# The command line').replace('/promptshelf.mjs', '/wrong.mjs')
  const { code } = await line.bash(`cd; ${install.split('chmod')[0]}`, { HOME: home })
  expect(code).toBe(22)
  expect(existsSync(join(home, '.local/bin/promptshelf'))).toBe(false)
})
