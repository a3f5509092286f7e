import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'

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
  const { deeds, problems, unchanged } = JSON.parse(out || err) as {
    deeds: { what: string; path: string; theirs?: string }[]
    problems: { path: string; message: string }[]
    unchanged: number
  }
  return {
    code,
    deeds: deeds?.map(({ what, path }) => `${what} ${path}`),
    problems,
    unchanged,
    err,
  }
}

async function textOf(promptId: string) {
  return (await line.call(calls.getPrompt, { promptId })).prompt.prompt
}

/** Appends to the text of a prompt, as a browser does. */
async function append(promptId: string, text: string) {
  const { prompt } = await line.call(calls.getPrompt, { promptId })
  await line.call(calls.updatePrompt, { ...prompt, promptId, prompt: prompt.prompt + text })
}

it('keeps a directory in step', async () => {
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
  expect((await sync('a')).deeds).toEqual([
    'created-here Work- daily/review.md',
    'created-here _CON.md',
    'created-here _con (2).md',
  ])
  expect(read('a', 'Work- daily/review.md')).toBe(
    `---\nname: Review\npromptshelf:\n  id: ${review}\n  shortName: review\n  color: "4ECDC4"\n---\nAbout {topic} in Review\n`,
  )
  expect(await sync('a')).toMatchObject({ code: 0, deeds: [], unchanged: 3 })
  // A change on either side.
  writeFileSync(inHome('a', '_CON.md'), read('a', '_CON.md').replace('About', 'Above'))
  await append(review, '!')
  expect((await sync('a')).deeds).toEqual(['pulled Work- daily/review.md', 'pushed _CON.md'])
  expect(await textOf(con)).toBe('Above {<b>topic</b>} in CON')
  // A new file, with fields of its own, and a moved one.
  mkdirSync(inHome('a', 'New'))
  writeFileSync(inHome('a', 'New', 'idea.md'), '---\ntags: [x]\n---\nAn {idea}\n')
  renameSync(inHome('a', '_con (2).md'), inHome('a', 'New', 'second.md'))
  rmSync(inHome('a', '_CON.md'))
  expect((await sync('a')).deeds).toEqual([
    'created-there New/idea.md',
    'moved-there New/second.md',
    'deleted-there _CON.md',
  ])
  expect(read('a', 'New', 'idea.md')).toMatch(
    /^---\nname: idea\npromptshelf:\n {2}id: .*\n.*\ntags: \[x\]\n---\nAn \{idea\}\n$/,
  )
  expect((await sync('b')).deeds).toHaveLength(3)
  expect(read('b', 'New', '_con.md')).toContain(twin)
  // A folder that is renamed there is a directory that is renamed here.
  await line.call(calls.updateFolder, { folderId, name: 'Play', color })
  expect(await sync('a')).toMatchObject({ deeds: [], unchanged: 3 })
  expect(existsSync(inHome('a', 'Play', 'review.md'))).toBe(true)
})

it('leaves both texts of a conflict, and goes on with the others', async () => {
  const { id } = await line.call(calls.createPrompt, { name: 'Both', color, prompt: 'one' })
  const other = await line.call(calls.createPrompt, { name: 'Other', color, prompt: 'one' })
  await sync('c')
  writeFileSync(inHome('c', 'Both.md'), read('c', 'Both.md').replace('one', 'mine'))
  await append(id, ' theirs')
  await append(other.id, ' more')
  const first = await sync('c')
  expect(first).toMatchObject({ code: 4, deeds: ['conflict Both.md', 'pulled Other.md'] })
  expect(read('c', 'Both.md')).toContain('mine')
  expect(read('c', 'Both.theirs.md')).toContain('one theirs')
  expect(await sync('c')).toMatchObject({ code: 4, deeds: ['conflict Both.md'] })
  await append(id, ' again')
  expect((await sync('c')).deeds).toEqual(['conflict Both.md'])
  expect(read('c', 'Both.theirs.md')).toContain('one theirs again')
  rmSync(inHome('c', 'Both.theirs.md'))
  expect(await sync('c')).toMatchObject({ code: 0, deeds: ['pushed Both.md'] })
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
  expect((await sync('d')).deeds).toEqual([
    'created-there Gone there.md',
    'created-here Gone here.md',
  ])
  for (let at = 0; at < 21; at++) rmSync(inHome('d', `Many ${at}.md`))
  expect((await sync('d')).err).toContain('21 prompts')
  const { deeds } = await sync('d', '--yes')
  expect(deeds).toHaveLength(21)
  const { items } = await line.call(calls.listTrash, {})
  expect(items[0]).toMatchObject({ promptCount: 21 })
})

it('says in a sentence what it leaves alone', async () => {
  mkdirSync(inHome('e'))
  writeFileSync(inHome('secret.md'), 'secret')
  symlinkSync(inHome('secret.md'), inHome('e', 'link.md'))
  writeFileSync(inHome('e', 'binary.md'), new Uint8Array([1, 0, 2]))
  writeFileSync(inHome('e', 'large.md'), 'x'.repeat(10_000_000))
  writeFileSync(inHome('e', 'broken.md'), '---\nname: x\npromptshelf:\n  variables: 1\n---\n')
  writeFileSync(inHome('e', 'README.md'), 'About this')
  writeFileSync(inHome('e', 'good.md'), 'Good')
  const { code, deeds, problems } = await sync('e')
  expect(code).toBe(1)
  expect(deeds).toContain('created-there good.md')
  expect(problems.map(({ path }) => path)).toEqual([
    'binary.md',
    'broken.md',
    'large.md',
    'link.md',
  ])
})
