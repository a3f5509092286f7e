import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { SkillsReport } from '#cli/sync/skills/sync-skills.ts'
import { startHostileServer } from '#tests/attacks/command-line/hostile-server.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'

let line: CommandLine
beforeAll(async () => {
  line = await startCommandLine()
})
afterAll(() => line.stop())

it('writes skills, and changes neither other files nor edited ones', async () => {
  const make = async (shortName: string, prompt: string) =>
    (await line.call(calls.createPrompt, { name: shortName, shortName, color: '4ECDC4', prompt }))
      .id
  const review = await make('review', 'Be {tone}')
  const shell = await make('shell', 'Run $HOME')
  for (const name of ['taken', 'linked', 'edited']) await make(name, 'x')
  const at = (...names: string[]) => join(line.home, '.claude/skills', ...names)
  const read = (...names: string[]) => readFileSync(at(...names), 'utf8')
  mkdirSync(at('taken'), { recursive: true })
  writeFileSync(at('taken', 'SKILL.md'), '---\nname: taken\n---\nOf others')
  mkdirSync(join(line.home, 'elsewhere'))
  symlinkSync(join(line.home, 'elsewhere'), at('linked'))
  const sync = async (...options: string[]) => {
    const { code, out } = await line.run(['skills', 'sync', '--json', ...options])
    const { targets } = JSON.parse(out) as { targets: { kept: object[] }[] }
    return { code, ...targets[0], count: targets.length }
  }
  const foreign = [
    { name: 'taken', because: 'foreign' },
    { name: 'linked', because: 'link' },
  ]
  expect(await sync()).toMatchObject({
    code: 0,
    count: 2,
    written: ['review', 'shell', 'edited'],
    kept: foreign,
  })
  expect(read('review', 'SKILL.md')).toContain(`promptshelf: ${review}`)
  expect(read('shell', 'prompt.md')).toBe('Run $HOME')
  expect(readFileSync(join(line.home, '.agents/skills/review/SKILL.md'), 'utf8')).toBe(
    read('review', 'SKILL.md'),
  )
  expect(await sync('--to', 'claude')).toMatchObject({ count: 1, written: [], unchanged: 3 })
  // Edited files stay; unneeded ones are removed, but not those of others.
  writeFileSync(at('edited', 'SKILL.md'), `${read('edited', 'SKILL.md')}Mine`)
  writeFileSync(at('review', 'notes.md'), 'Mine')
  for (const promptId of [review, shell]) {
    const { prompt } = await line.call(calls.getPrompt, { promptId })
    const shortName = promptId === review ? null : 'shell'
    await line.call(calls.updatePrompt, { ...prompt, promptId, shortName, prompt: 'Run it' })
  }
  expect(await sync()).toMatchObject({
    code: 4,
    written: ['shell'],
    removed: ['review'],
    kept: [...foreign, { name: 'edited', because: 'edited' }],
  })
  expect(existsSync(at('shell', 'prompt.md'))).toBe(false)
  expect(existsSync(at('review', 'SKILL.md'))).toBe(false)
  expect(read('review', 'notes.md')).toBe('Mine')
  expect(read('edited', 'SKILL.md')).toContain('Mine')
  expect(read('taken', 'SKILL.md')).toContain('Of others')
  const { out } = await line.run(['skills', 'sync', '--to', 'claude'])
  expect(out).toContain('.claude/skills: 2.')
  rmSync(at('edited'), { recursive: true })
  expect(await sync()).toMatchObject({ code: 0, written: ['edited'] })
  expect((await line.run(['skills', 'sync', '--to', 'nobody'])).code).toBe(2)
  mkdirSync(join(line.home, 'closed'))
  writeFileSync(join(line.home, 'closed/.claude'), '')
  const env = { HOME: join(line.home, 'closed') }
  const closed = await line.run(['skills', 'sync', '--to', 'claude'], { env })
  expect(closed).toMatchObject({ code: 1, err: expect.stringContaining('cannot be written') })
  expect((await line.bash('promptshelf skills sync --project --json')).out).toContain(
    `${line.home}/.claude/skills`,
  )
})

it('requests only what has changed, and restores what was deleted here', async () => {
  const server = await startHostileServer(line.server.origin)
  onTestFinished(server.stop)
  const env = { PROMPTSHELF_URL: server.origin, PROMPTSHELF_TOKEN: line.token }
  const sync = async () => {
    const { out } = await line.run(['skills', 'sync', '--json', '--to', 'agents'], { env })
    const { written, removed } = (JSON.parse(out) as { targets: SkillsReport[] }).targets[0] ?? {}
    return { written, removed, requested: server.takeRequested() }
  }
  const requested = ['tokens/me', 'library/changes']
  const file = join(line.home, '.agents/skills/kept/SKILL.md')
  const given = { color: '4ECDC4', prompt: 'Keep {it}' }
  await line.call(calls.createPrompt, { ...given, name: 'Kept', shortName: 'kept' })
  const { id } = await line.call(calls.createPrompt, { ...given, name: 'Plain' })
  await sync()
  expect(await sync()).toEqual({ written: [], removed: [], requested })
  rmSync(dirname(file), { recursive: true })
  expect(await sync()).toEqual({ written: ['kept'], removed: [], requested })
  // A prompt gets a short name, another one loses its own.
  await line.call(calls.updatePrompt, { ...given, promptId: id, name: 'Plain', shortName: 'plain' })
  expect(await sync()).toEqual({ written: ['plain'], removed: [], requested })
  await line.call(calls.deletePrompt, { promptId: id })
  expect(await sync()).toMatchObject({ written: [], removed: ['plain'] })
  // Of another server.
  const copy = join(line.home, '.config/promptshelf/skills.json')
  writeFileSync(copy, readFileSync(copy, 'utf8').replace(server.origin, 'http://127.0.0.1:1'))
  expect(await sync()).toMatchObject({ written: [], removed: [] })
  writeFileSync(copy, 'damaged')
  expect(await sync()).toMatchObject({ written: [], removed: [] })
  expect(readFileSync(file, 'utf8')).toContain('Keep {it}')
})
