import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { textHash as hashOf } from '#cli/sync/prompt-content.ts'
import { calls } from '#contract/calls.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'
import { snapshot } from './snapshot.ts'

let line: CommandLine
const inHome = (...names: string[]) => join(line.home, ...names)

beforeAll(async () => {
  line = await startCommandLine()
  await line.call(calls.createPrompt, {
    name: 'Review',
    shortName: 'review',
    color: '4ECDC4',
    prompt: 'Be {<b>tone</b>}',
  })
  mkdirSync(inHome('victim/empty'), { recursive: true })
  for (const name of ['bashrc', 'config', 'note.md', 'one', 'two', 'three']) {
    writeFileSync(inHome('victim', name), 'Theirs')
  }
})
afterAll(() => line.stop())

it('A sync follows no link in .promptshelf', async () => {
  mkdirSync(inHome('clone/.promptshelf'), { recursive: true })
  const link = (target: string, name: string) =>
    symlinkSync(inHome('victim', target), inHome('clone/.promptshelf', name))
  link('bashrc', '.gitignore')
  link('config', 'state.json.new')
  link('one', 'draft-0')
  link('two', 'draft-1')
  link('three', 'state.json')
  const before = snapshot(inHome('victim'))
  await line.run(['sync', inHome('clone')])
  await line.run(['sync', inHome('clone')])
  expect(snapshot(inHome('victim'))).toEqual(before)
})

it('A sync reads nothing through a link that replaces its lock', async () => {
  mkdirSync(inHome('locked/.promptshelf'), { recursive: true })
  // If it were read, its process would count as ended, and the lock would be taken over.
  writeFileSync(inHome('old-lock'), JSON.stringify({ pid: 2 ** 22 - 1, host: hostname() }))
  symlinkSync(inHome('old-lock'), inHome('locked/.promptshelf/lock'))
  const { code, err } = await line.run(['sync', inHome('locked')])
  expect([code, err]).toEqual([1, expect.stringContaining('Another sync')])
})

it('A sync follows no link that the state file names', async () => {
  const clone = inHome('linked')
  mkdirSync(join(clone, '.promptshelf'), { recursive: true })
  symlinkSync(inHome('victim'), join(clone, 'out'))
  const version = { hash: 'x', stamp: 'x', updatedAt: '2026-01-01T00:00:00.000Z' }
  const id = '3f2b0c1e-7a54-4d0f-9c1b-5e6a7d8f9012'
  // The hash of “Theirs”, so that the file looks unedited.
  const textHash = hashOf('Theirs')
  const state = {
    format: 1,
    server: line.server.origin,
    root: null,
    savedAt: 0,
    folders: { [id]: { path: 'out/empty', name: 'empty' } },
    prompts: {
      [id]: {
        ...version,
        path: 'out/gone.md',
        place: '',
        size: 1,
        mtimeMs: 1,
        theirs: { ...version, path: 'out/note.md', textHash },
      },
    },
    creating: {},
  }
  writeFileSync(join(clone, '.promptshelf/state.json'), JSON.stringify(state))
  const before = snapshot(inHome('victim'))
  await line.run(['sync', clone])
  expect(snapshot(inHome('victim'))).toEqual(before)
})

it('Skills are written through no link, and a SKILL.md that is a pipe does not block', async () => {
  const project = inHome('project')
  mkdirSync(join(project, '.claude/skills/review'), { recursive: true })
  const fields = `metadata:\n${`${' '.repeat(60)}a: b\n`.repeat(100)}`
  const text = `---\n${fields}---\nOf others`
  writeFileSync(join(project, '.claude/skills/review/SKILL.md'), text)
  symlinkSync(inHome('victim/bashrc'), join(project, '.claude/skills/.promptshelf.json'))
  const before = snapshot(inHome('victim'))
  const { code } = await line.bash(`cd "${project}" && promptshelf skills sync --project`)
  expect(code).toBe(0)
  expect(snapshot(inHome('victim'))).toEqual(before)
})
