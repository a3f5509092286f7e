import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { node, root } from '#scripts/prepare.mjs'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'

let line: CommandLine

beforeAll(async () => {
  line = await startCommandLine()
})
afterAll(() => line.stop())

/** The commands of a section of the document, with the address of the server. */
function commandsIn(section: string): string {
  const document = readFileSync(join(root, 'docs/cli.md'), 'utf8')
  const [, rest = ''] = document.split(`${section}\n`)
  const [, commands = ''] = /```sh\n([^]*?)```/.exec(rest) ?? []
  expect(commands).not.toBe('')
  return commands.replaceAll('https://prompts.example.com', line.server.origin)
}

it('is installed in a fresh home as the document says', async () => {
  const home = join(line.home, 'fresh')
  mkdirSync(home)
  const env = {
    HOME: home,
    PATH: `${join(home, '.local/bin')}:${dirname(node)}:/usr/bin:/bin`,
    XDG_CONFIG_HOME: join(home, '.config'),
  }
  // The login waits for a browser.
  const install = commandsIn('# The command line').replace(/^promptshelf login .*\n/m, '')
  const installed = await line.bash(`set -e; cd; ${install}promptshelf --version`, env)
  expect(installed).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  const completed = await line.bash(`set -e; cd; ${commandsIn('## Completion')}`, env)
  expect(completed).toEqual({ code: 0, out: '', err: '' })
  for (const file of [
    '.local/share/bash-completion/completions/promptshelf',
    '.zfunc/_promptshelf',
    '.config/fish/completions/promptshelf.fish',
  ]) {
    expect(statSync(join(home, file)).size).toBeGreaterThan(100)
  }
  const { out: help } = await line.run(['help', 'completion'])
  for (const directory of ['bash-completion/completions', '~/.zfunc', 'fish/completions']) {
    expect(help).toMatch(new RegExp(`mkdir -p \\S*${directory}`))
  }
})

it('is not installed from a wrong address', async () => {
  const home = join(line.home, 'wrong')
  mkdirSync(home)
  const install = commandsIn('# The command line').replace('/promptshelf.mjs', '/wrong.mjs')
  const { code } = await line.bash(`cd; ${install.split('chmod')[0]}`, { HOME: home })
  expect(code).toBe(22)
  expect(existsSync(join(home, '.local/bin/promptshelf'))).toBe(false)
})
