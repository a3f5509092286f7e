import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { node } from '#scripts/prepare.mjs'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'
import { openGuide } from '#tests/support/open-guide.ts'
import { startModelServer, type ModelServer } from '#tests/support/servers/model-server.ts'
import { writeModelsFile } from '#tests/support/servers/models-file.ts'

const color = '4ECDC4'
let models: ModelServer
let removeModels: () => void
let line: CommandLine

beforeAll(async () => {
  models = await startModelServer()
  const { file, remove } = writeModelsFile(models)
  removeModels = remove
  line = await startCommandLine({ MODELS_FILE: file })
})
afterAll(async () => {
  await line.stop()
  await models.close()
  removeModels()
})

/** A home directory with a repository in which a file was changed, and an editor and a browser that need no user. */
function makeHome() {
  const home = join(line.home, 'fresh')
  const programs = join(home, 'programs')
  mkdirSync(join(home, 'notes'), { recursive: true })
  mkdirSync(programs)
  const write = (name: string, text: string) => writeFileSync(join(home, name), text)
  const writeProgram = (name: string, text: string) =>
    writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  write('main.ts', 'export {}\n')
  execFileSync('git', ['init', '--quiet'], { cwd: home })
  execFileSync('git', ['add', 'main.ts'], { cwd: home })
  write('main.ts', 'export const heron = 1\n')
  write('notes/note.md', 'A note.\n')
  write('table.csv', 'name,prompt\nRow,A row of a table.\n')
  write('clipboard', 'Write down what {who} has done.\n')
  writeProgram('write', 'echo "An edited line." >> "$1"')
  writeProgram('browse', `echo "$1" >> "${home}/opened"`)
  const env = {
    HOME: home,
    // The document asks the reader to add the first one.
    PATH: [join(home, '.local/bin'), programs, join(node, '..'), '/usr/bin', '/bin'].join(':'),
    TERM: 'xterm-256color',
    EDITOR: 'write',
    BROWSER: 'browse',
  }
  return { home, env, read: (name: string) => readFileSync(join(home, name), 'utf8') }
}

test('The command line works as documented in docs/cli.md', async () => {
  const { home, env, read } = makeHome()
  const work = await line.call(calls.createFolder, { name: 'Work', color })
  await line.call(calls.createFolder, { name: 'Old', color, folderId: work.id })
  const { id: promptId } = await line.call(calls.createPrompt, {
    name: 'Review',
    shortName: 'review',
    color,
    prompt: 'Review in a {tone} tone: {code}',
    variables: [{ name: 'code', kind: 'long' }],
  })
  const guide = openGuide('docs/cli.md', {
    cwd: home,
    env,
    placeholders: {
      'https://prompts.example.com': line.server.origin,
      '| llm': '| cat',
      MODEL: 'echo',
      pbpaste: 'cat clipboard',
      // Until Ctrl+C.
      '--watch': '--watch & while kill -INT $! 2>/dev/null; do sleep 0.1; done',
    },
  })
  const promptshelf = async (args: string, input = '') => {
    const running = promisify(execFile)('bash', ['-c', `promptshelf ${args}`], { cwd: home, env })
    running.child.stdin?.end(input)
    return (await running).stdout
  }

  await guide.type({ input: `${line.token}\n` })
  expect(await promptshelf('whoami')).toContain(line.server.origin)

  const filled = await guide.type()
  expect(filled).toContain('Review in a warm tone: export const heron = 1')
  expect(filled).toContain('Review in a warm tone: diff --git')

  const answers = await guide.type()
  expect(answers).toContain('Answer to: Review in a {tone} tone: export const heron = 1')
  expect(read('review.md')).toContain('Answer to: Review in a {tone} tone: diff --git')
  const [site, own] = read('opened').split('\n')
  expect(site).toMatch(/^https:\/\/claude\.ai\/new\?q=.*heron/)
  expect(own).toContain(`${line.server.origin}/`)
  expect(own).toContain(promptId)

  await guide.type({ hasTerminal: true })
  const namesIn = async (folder: string) => {
    const listed = await promptshelf(`ls ${folder} --json`)
    return (JSON.parse(listed) as { prompts: { name: string }[] }).prompts.map(({ name }) => name)
  }
  expect(await namesIn('Work')).toEqual(['Meeting notes'])
  expect(await namesIn('Work/Reviews')).toEqual(['Release notes'])
  expect(await promptshelf('show Meeting\\ notes --text')).toBe(read('clipboard'))

  await promptshelf(`login ${line.server.origin} --name old`, `${line.token}\n`)
  await promptshelf(`login ${line.server.origin} --name new`, `${line.token}\n`)
  await guide.type()
  expect(JSON.parse(read('library.json'))).toMatchObject({})

  await guide.type()
  expect(read('prompts/Work/Reviews/Release notes.md')).toContain('An edited line.')
  expect(read('reviews/Release notes.md')).toContain('An edited line.')

  await guide.type()
  for (const file of [
    '.local/share/bash-completion/completions/promptshelf',
    '.zfunc/_promptshelf',
    '.config/fish/completions/promptshelf.fish',
  ]) {
    expect(statSync(join(home, file)).size).toBeGreaterThan(100)
  }
})

test('The calls of docs/api.md work', async () => {
  const { id } = await line.call(calls.createPrompt, {
    name: 'Summary',
    color,
    prompt: 'Summarise the release notes.',
  })
  const guide = openGuide('docs/api.md', {
    cwd: line.home,
    env: line.environment,
    placeholders: {
      'https://prompts.example.com': line.server.origin,
      'pshelf_pat_…': line.token,
      'promptId=ID': `promptId=${id}`,
      '019f…': id,
    },
  })
  const first = await guide.type()
  expect(first).toContain('"Summary"')
  expect(first).toContain('"prompt":"Summarise the release notes."')
  const second = await guide.type()
  expect(second).toMatch(/"folderPath":\[\],"line":"Summarise/)
  expect(second).toContain('{"status":"success"')
  const [, poem = ''] = /\{"status":"success","id":"([^"]+)/.exec(second) ?? []
  const { prompt } = await line.call(calls.getPrompt, { promptId: poem })
  expect(prompt).toMatchObject({ name: 'Poem', prompt: 'Write about {topic}.' })
})
