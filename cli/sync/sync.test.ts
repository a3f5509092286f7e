import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { makeChance } from '#tests/support/chance.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'
import { startHoldingProxy } from '#tests/support/servers/holding-proxy.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let line: CommandLine
const color = '4ECDC4'

beforeAll(async () => {
  line = await startCommandLine()
})
afterAll(() => line.stop())

const inHome = (...names: string[]) => join(line.home, ...names)
const read = (...names: string[]) => readFileSync(inHome(...names), 'utf8')

async function sync(directory: string, ...options: string[]) {
  const { code, out, err } = await line.run(['sync', inHome(directory), '--json', ...options])
  const { actions, problems, unchanged } = JSON.parse(out || err) as {
    actions: { what: string; path: string; theirs?: string }[]
    problems: { path: string; message: string }[]
    unchanged: number
  }
  return {
    code,
    actions: actions?.map(({ what, path }) => `${what} ${path}`),
    problems,
    unchanged,
    err,
  }
}

async function textOf(promptId: string) {
  return (await line.call(calls.getPrompt, { promptId })).prompt.prompt
}

/** Appends to the text of a prompt, like a browser. */
async function append(promptId: string, text: string) {
  const { prompt } = await line.call(calls.getPrompt, { promptId })
  await line.call(calls.updatePrompt, { ...prompt, promptId, prompt: prompt.prompt + text })
}

it('keeps a directory in sync', async () => {
  const { id: folderId } = await line.call(calls.createFolder, { name: 'Work: daily', color })
  const make = async (name: string, more: object = {}) =>
    (
      await line.call(calls.createPrompt, {
        name,
        color,
        prompt: `About {topic} in ${name}`,
        ...more,
      })
    ).id
  const review = await make('Review', { shortName: 'review', folderId })
  const [con, twin] = [await make('CON'), await make('con')]
  expect(await sync('a', '--dry-run')).toMatchObject({ code: 0, unchanged: 0 })
  expect(existsSync(inHome('a'))).toBe(false)
  expect((await sync('a')).actions).toEqual([
    'created-here Work- daily/review.md',
    'created-here _CON.md',
    'created-here _con (2).md',
  ])
  expect(read('a', 'Work- daily/review.md')).toBe(
    `---\nname: Review\npromptshelf:\n  id: ${review}\n  shortName: review\n  color: "4ECDC4"\n---\nAbout {topic} in Review\n`,
  )
  expect(await sync('a')).toMatchObject({ code: 0, actions: [], unchanged: 3 })
  // A change on either side.
  writeFileSync(inHome('a', '_CON.md'), read('a', '_CON.md').replace('About', 'Above'))
  await append(review, '!')
  expect((await sync('a')).actions).toEqual(['pulled Work- daily/review.md', 'pushed _CON.md'])
  expect(await textOf(con)).toBe('Above {<b>topic</b>} in CON')
  // A file replaced by a plain text leaves the other fields unchanged.
  writeFileSync(inHome('a', 'Work- daily', 'review.md'), 'Only a {text}')
  expect((await sync('a')).actions).toEqual(['pushed Work- daily/review.md'])
  expect(read('a', 'Work- daily/review.md')).toMatch(/shortName: review\n[^]*\nOnly a \{text\}\n$/)
  // A new file, with its own fields, and a moved one.
  mkdirSync(inHome('a', 'New'))
  writeFileSync(inHome('a', 'New', 'idea.md'), '---\ntags: [x]\n---\nAn {idea}\n')
  renameSync(inHome('a', '_con (2).md'), inHome('a', 'New', 'second.md'))
  rmSync(inHome('a', '_CON.md'))
  expect((await sync('a')).actions).toEqual([
    'created-there New/idea.md',
    'moved-there New/second.md',
    'deleted-there _CON.md',
  ])
  expect(read('a', 'New', 'idea.md')).toMatch(
    /^---\nname: idea\npromptshelf:\n {2}id: .*\n.*\ntags: \[x\]\n---\nAn \{idea\}\n$/,
  )
  expect((await sync('b')).actions).toHaveLength(3)
  expect(read('b', 'New', '_con.md')).toContain(twin)
  // Renaming a folder there renames the directory here.
  await line.call(calls.updateFolder, { folderId, name: 'Play', color })
  expect(await sync('a')).toMatchObject({ actions: [], unchanged: 3 })
  expect(existsSync(inHome('a', 'Play', 'review.md'))).toBe(true)
  // And vice versa, with its contents.
  mkdirSync(inHome('a', 'Play', 'Inner'))
  writeFileSync(inHome('a', 'Play', 'Inner', 'deep.md'), 'Deep')
  await sync('a')
  renameSync(inHome('a', 'Play'), inHome('a', 'Work: again'))
  const renamed = ['moved-there Work: again']
  expect((await sync('a', '--dry-run')).actions).toEqual(renamed)
  expect((await sync('a')).actions).toEqual(renamed)
  const { folders } = await line.call(calls.listFolderTree, {})
  expect(folders.map(({ name }) => name).toSorted()).toEqual(['Inner', 'New', 'Work: again'])
  expect(folders.find(({ id }) => id === folderId)?.name).toBe('Work: again')
  expect(await sync('a')).toMatchObject({ actions: [], unchanged: 4 })
})

it('keeps both texts of a conflict, and continues with the others', async () => {
  const { id } = await line.call(calls.createPrompt, { name: 'Both', color, prompt: 'one' })
  const other = await line.call(calls.createPrompt, { name: 'Other', color, prompt: 'one' })
  await sync('c')
  writeFileSync(inHome('c', 'Both.md'), read('c', 'Both.md').replace('one', 'mine'))
  await append(id, ' theirs')
  await append(other.id, ' more')
  const first = await sync('c')
  expect(first).toMatchObject({ code: 4, actions: ['conflict Both.md', 'pulled Other.md'] })
  expect(read('c', 'Both.md')).toContain('mine')
  expect(read('c', 'Both.theirs.md')).toContain('one theirs')
  expect(await sync('c')).toMatchObject({ code: 4, actions: ['conflict Both.md'] })
  await append(id, ' again')
  expect((await sync('c')).actions).toEqual(['conflict Both.md'])
  expect(read('c', 'Both.theirs.md')).toContain('one theirs again')
  rmSync(inHome('c', 'Both.theirs.md'))
  expect(await sync('c')).toMatchObject({ code: 0, actions: ['pushed Both.md'] })
  expect(await textOf(id)).toBe('mine')
})

it('lets an edit beat a deletion, and asks before many deletions', async () => {
  const make = (name: string) => line.call(calls.createPrompt, { name, color, prompt: name })
  const [gone, kept] = [await make('Gone there'), await make('Gone here')]
  for (let at = 0; at < 21; at++) await make(`Many ${at}`)
  await sync('d')
  await line.call(calls.deletePrompt, { promptId: gone.id })
  writeFileSync(
    inHome('d', 'Gone there.md'),
    read('d', 'Gone there.md').replace(/there$/m, 'edited'),
  )
  rmSync(inHome('d', 'Gone here.md'))
  await append(kept.id, '!')
  expect((await sync('d')).actions).toEqual([
    'created-there Gone there.md',
    'created-here Gone here.md',
  ])
  for (let at = 0; at < 21; at++) rmSync(inHome('d', `Many ${at}.md`))
  expect((await sync('d')).err).toContain('21 prompts')
  const asked = line.terminal('promptshelf sync d')
  await asked.sees('(y/n)')
  asked.type('\u0003')
  expect(await asked.end()).toMatchObject({
    code: 130,
    shown: expect.stringMatching(/Stopped\.\r\n\[/),
  })
  expect(existsSync(inHome('d', '.promptshelf', 'lock'))).toBe(false)
  const { actions } = await sync('d', '--yes')
  expect(actions).toHaveLength(21)
  const { items } = await line.call(calls.listTrash, {})
  expect(items[0]).toMatchObject({ promptCount: 21 })
})

it('explains in a sentence what it does not sync', async () => {
  mkdirSync(inHome('e'))
  writeFileSync(inHome('secret.md'), 'secret')
  symlinkSync(inHome('secret.md'), inHome('e', 'link.md'))
  writeFileSync(inHome('e', 'binary.md'), new Uint8Array([1, 0, 2]))
  writeFileSync(inHome('e', 'large.md'), 'x'.repeat(10_000_000))
  writeFileSync(inHome('e', 'broken.md'), '---\nname: x\npromptshelf:\n  variables: 1\n---\n')
  writeFileSync(inHome('e', 'README.md'), 'About this')
  writeFileSync(inHome('e', 'good.md'), 'Good')
  mkdirSync(inHome('outside'))
  symlinkSync(inHome('outside'), inHome('e', 'Linked'))
  const { id: folderId } = await line.call(calls.createFolder, { name: 'Linked', color })
  await line.call(calls.createPrompt, { name: 'Inside', color, prompt: 'x', folderId })
  const { code, actions, problems } = await sync('e')
  expect(code).toBe(1)
  expect(actions).toContain('created-there good.md')
  expect(problems.map(({ path }) => path)).toEqual([
    'Linked',
    'Linked',
    'binary.md',
    'broken.md',
    'large.md',
    'link.md',
    'Linked',
  ])
  expect(readdirSync(inHome('outside'))).toEqual([])
})

it('runs on a directory once at a time, and takes over after a killed run', async () => {
  mkdirSync(inHome('f', '.promptshelf'), { recursive: true })
  const lock = inHome('f', '.promptshelf', 'lock')
  const hold = (pid: number) => writeFileSync(lock, JSON.stringify({ pid, host: hostname() }))
  hold(process.pid)
  expect((await sync('f')).err).toContain('Another sync is running here')
  hold(2 ** 22 + 1)
  expect((await sync('f', '--dry-run')).code).toBe(0)
  const { actions } = await sync('f')
  expect(actions.length).toBeGreaterThan(1)
  expect(existsSync(lock)).toBe(false)
  // The state may have come with someone else's repository.
  const file = inHome('f', '.promptshelf', 'state.json')
  const state = readFileSync(file, 'utf8')
  writeFileSync(file, state.replace(/"path":"[^"]+\.md"/, '"path":"../secret.md"'))
  expect((await sync('f')).err).toContain('is damaged')
})

it('continues where it was killed', async () => {
  mkdirSync(inHome('h'))
  const names = Array.from({ length: 15 }, (_, at) => `Killed ${at}`)
  for (const name of names) writeFileSync(inHome('h', `${name}.md`), name)
  const seed = Date.now()
  const chance = makeChance(seed)
  for (let kills = 0; kills < 5; kills++) {
    const after = (150 + chance(250)) / 1000
    await line.bash(`timeout -s KILL ${after} promptshelf sync h; true`)
  }
  // Until the last one has ended, or its empty lock is old, another sync is refused.
  await waitFor(async () => expect(await sync('h')).toMatchObject({ code: 0, problems: [] }))
  const { prompts } = await line.call(calls.listPromptNames, {})
  const made = prompts.map(({ name }) => name).filter((name) => name.startsWith('Killed'))
  expect({ seed, made: made.toSorted() }).toEqual({ seed, made: names.toSorted() })
  expect(await sync('h')).toMatchObject({ actions: [], unchanged: prompts.length })
})

it('shows its progress, and continues where Ctrl+C has stopped it', async () => {
  mkdirSync(inHome('i'))
  for (let at = 0; at < 4; at++) writeFileSync(inHome('i', `Stopped ${at}.md`), `${at}`)
  const proxy = await startHoldingProxy(line.server.origin, 'prompts/create', 3)
  const env = { PROMPTSHELF_URL: proxy.origin, PROMPTSHELF_TOKEN: line.token }
  const stopped = line.terminal('promptshelf sync i', { env })
  await proxy.arrived
  await stopped.sees(/1 of \d+ files/)
  stopped.type('\u0003')
  const { code, shown } = await stopped.end()
  expect([code, shown]).toEqual([130, expect.stringContaining('the next sync continues')])
  expect(existsSync(inHome('i', '.promptshelf', 'lock'))).toBe(false)
  const direct = { ...env, PROMPTSHELF_URL: line.server.origin }
  const state = inHome('i', '.promptshelf', 'state.json')
  writeFileSync(state, readFileSync(state, 'utf8').replace(proxy.origin, line.server.origin))
  expect(await line.run(['sync', inHome('i')], { env: direct })).toMatchObject({ code: 0, err: '' })
  const { prompts } = await line.call(calls.listPromptNames, {})
  const made = prompts.map(({ name }) => name).filter((name) => name.startsWith('Stopped'))
  expect(made.toSorted()).toEqual([0, 1, 2, 3].map((at) => `Stopped ${at}`))
})

it('continues a batch during which the server or the sync has ended', async () => {
  mkdirSync(inHome('batch', 'Folder'), { recursive: true })
  const names = Array.from({ length: 30 }, (_, at) => `Batch ${at}`)
  for (const name of names) writeFileSync(inHome('batch', 'Folder', `${name}.md`), name)
  const proxy = await startHoldingProxy(line.server.origin, 'library/import', 1)
  const env = { PROMPTSHELF_URL: proxy.origin, PROMPTSHELF_TOKEN: line.token }
  const stopped = line.terminal('promptshelf sync batch', { env })
  await proxy.arrived
  stopped.type('\u0003')
  expect((await stopped.end()).code).toBe(130)
  // The batch arrives although no program waits for its answer, while the next run sends it again.
  proxy.release()
  const { code, out } = await line.run(['sync', inHome('batch'), '--json'], { env })
  expect([code, (JSON.parse(out) as { problems: object[] }).problems]).toEqual([0, []])
  const { prompts } = await line.call(calls.listPromptNames, {})
  const made = prompts.map(({ name }) => name).filter((name) => name.startsWith('Batch'))
  expect(made.toSorted()).toEqual(names.toSorted())
  for (const name of names) expect(read('batch', 'Folder', `${name}.md`)).toContain('  id: ')
})

it('writes a file atomically, even on a full disk', async () => {
  const prompt = 'word '.repeat(15_000)
  await line.call(calls.createPrompt, { name: 'Large', color, prompt })
  // A file size limit of 64 kB acts like a disk that becomes full in the middle of the text.
  const full = await line.bash('ulimit -f 64; promptshelf sync j')
  expect(full).toMatchObject({
    code: 1,
    err: expect.stringContaining('Large cannot be written: EFBIG'),
  })
  expect(full.err).not.toContain('    at ')
  expect(existsSync(inHome('j', 'Large.md'))).toBe(false)
  const drafts = readdirSync(inHome('j', '.promptshelf')).filter((name) => name.includes('draft'))
  expect(drafts).toEqual([])
  // So full that not even the state can be saved.
  const fuller = await line.bash('ulimit -f 0; promptshelf sync j')
  expect(fuller).toMatchObject({
    code: 1,
    err: expect.stringMatching(/j\/\.promptshelf\/\S+: EFBIG/),
  })
  expect((await sync('j')).code).toBe(0)
  expect(read('j', 'Large.md')).toContain(prompt.trimEnd())
})

it('stays within the folder of a token, and changes nothing with a read-only one', async () => {
  const { id: folderId } = await line.call(calls.createFolder, { name: 'Shared', color })
  const inside = { name: 'Inside it', color, prompt: 'x', folderId }
  const { id } = await line.call(calls.createPrompt, inside)
  const write = ['library:read' as const, 'library:write' as const]
  const env = (token: string) => ({ PROMPTSHELF_URL: line.server.origin, PROMPTSHELF_TOKEN: token })
  const run = async (token: string) => {
    const args = ['sync', inHome('g'), '--json']
    const { code, out } = await line.run(args, { env: env(token) })
    const report = JSON.parse(out) as { actions: { what: string; path: string }[] }
    return { code, actions: report.actions.map(({ what, path }) => `${what} ${path}`) }
  }
  const rooted = await line.makeToken(write, folderId)
  expect(await run(rooted)).toEqual({ code: 0, actions: ['created-here Inside it.md'] })
  const reading = await line.makeToken(['library:read'], folderId)
  writeFileSync(inHome('g', 'Inside it.md'), `${read('g', 'Inside it.md')}, edited`)
  expect(await run(reading)).toEqual({ code: 1, actions: [] })
  expect(await textOf(id)).toBe('x')
  expect(await run(rooted)).toEqual({ code: 0, actions: ['pushed Inside it.md'] })
  mkdirSync(inHome('g', 'Deeper'))
  writeFileSync(inHome('g', 'Deeper', 'new.md'), 'new')
  expect(await run(rooted)).toEqual({ code: 0, actions: ['created-there Deeper/new.md'] })
  // Many files are an import, except those with a short name, which the token cannot give.
  const names = Array.from({ length: 12 }, (_, at) => `many ${at}`)
  for (const name of names) writeFileSync(inHome('g', 'Deeper', `${name}.md`), name)
  writeFileSync(inHome('g', 'named.md'), '---\npromptshelf:\n  shortName: named\n---\nx')
  const { code, actions } = await run(rooted)
  expect(code).toBe(1)
  expect(actions.toSorted()).toEqual(
    names.map((name) => `created-there Deeper/${name}.md`).toSorted(),
  )
  const { imports } = await line.call(calls.listImports, {})
  expect(imports).toContainEqual(expect.objectContaining({ name: 'g', done: names.length }))
  const { prompts } = await line.call(calls.listLibrary, { folderId })
  expect(prompts).toHaveLength(names.length + 2)
  rmSync(inHome('g', 'named.md'))
  // Another folder, or the whole library, does not belong to this directory.
  expect((await sync('g', '--folder', 'Linked')).err).toContain('another folder')
})

it('leaves unknown settings to the user', async () => {
  const variables = [{ name: 'tone', kind: 'slider', stops: 3, help: 'How' }]
  const given = { name: 'Later', shortName: 'later', color, prompt: 'Be {<b>tone</b>}', variables }
  const { id } = await line.call(calls.createPrompt, given)
  await sync('later')
  const [file, text] = [inHome('later', 'later.md'), read('later', 'later.md')]
  writeFileSync(file, text.replace('help: How', 'hlep: Why'))
  writeFileSync(
    inHome('later', 'new.md'),
    text.replace(/ {2}id: .*\n/, '').replace('stops', 'stps'),
  )
  writeFileSync(inHome('later', 'open.md'), '---\nname: Open\n')
  writeFileSync(inHome('later', 'top.md'), '---\npromptshelf:\n  varaibles: []\n---\n{tone}\n')
  const trial = await sync('later', '--dry-run')
  const refused = await sync('later')
  expect(refused).toMatchObject({ code: 1, actions: [] })
  expect({ ...trial, problems: new Set(trial.problems) }).toEqual({
    ...refused,
    problems: new Set(refused.problems),
  })
  expect(refused.problems.map(({ path, message }) => [path, message])).toEqual(
    expect.arrayContaining([
      ['later.md', 'Skipped later.md: tone: no setting “hlep”. Did you mean “help”?'],
      ['new.md', expect.stringContaining('no kind “slider”')],
      ['open.md', expect.stringContaining('the closing --- is missing')],
      ['top.md', expect.stringContaining('No setting “varaibles”. Did you mean “variables”?')],
    ]),
  )
  rmSync(inHome('later', 'new.md'))
  rmSync(inHome('later', 'open.md'))
  rmSync(inHome('later', 'top.md'))
  // Settings that the prompt already has may be of a later release.
  writeFileSync(file, text.replace('help: How', 'help: Why'))
  expect(await sync('later')).toMatchObject({ code: 0, actions: ['pushed later.md'] })
  const { prompt } = await line.call(calls.getPrompt, { promptId: id })
  expect(prompt.variables).toEqual([{ name: 'tone', kind: 'slider', stops: 3, help: 'Why' }])
})
