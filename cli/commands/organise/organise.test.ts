import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'

let line: CommandLine
const color = '4ECDC4'

beforeAll(async () => {
  line = await startCommandLine()
  const { id: folderId } = await line.call(calls.createFolder, { name: 'Work', color })
  const make = (name: string, more: object = {}) =>
    line.call(calls.createPrompt, { name, prompt: name, color, folderId, ...more })
  await make('Review', { shortName: 'review' })
  await make('Release notes')
  await make('Work', { shortName: 'work' })
})
afterAll(() => line.stop())

/** The arguments of the commands that undo a command. */
const undosOf = (err: string) =>
  [...err.matchAll(/^To undo: promptshelf (.*)$/gm)].map(([, command = '']) => command.split(' '))
const list = async (path: string) => (await line.run(['ls', path])).out
const titles = async (path: string) =>
  (await list(path)).split('\n').flatMap((row) => row.split('\t')[1] ?? [])

describe('mkdir', () => {
  it('creates a folder with its missing parents, and prints the command that undoes it', async () => {
    const made = await line.run(['mkdir', 'Work/Archive/2026'])
    expect(made).toMatchObject({ code: 0, out: '' })
    expect(made.err).toMatch(/^Created the folder “Work\/Archive\/2026”\.\nTo undo: [^\n]+\n$/)
    expect(await titles('work/archive')).toEqual(['2026/'])
    expect(await line.run(['mkdir', 'work/archive/'])).toMatchObject({
      code: 1,
      err: 'The folder “work/archive/” already exists.\n',
    })
    const [undo = []] = undosOf(made.err)
    expect((await line.run(undo)).code).toBe(0)
    expect(await titles('Work')).not.toContain('Archive/')
    const json = await line.run(['mkdir', 'Jobs', '--json'])
    const { ids } = JSON.parse(json.out) as { ids: string[] }
    expect(ids).toHaveLength(1)
  })
})

describe('mv', () => {
  it('moves prompts and folders, and back', async () => {
    await line.run(['mkdir', 'Home/Old'])
    const moved = await line.run(['mv', 'review', 'release NOTES', 'Home/Old/', 'Jobs'])
    expect(moved).toMatchObject({ code: 0, out: '' })
    expect(moved.err).toMatch(/^Moved to “Jobs”: “Review”, “Release notes”, “Old”\.\n/)
    expect(await titles('Jobs')).toEqual(['Old/', 'Release notes', 'Review'])
    const undos = undosOf(moved.err)
    expect(undos).toHaveLength(2)
    for (const undo of undos) expect((await line.run(undo)).code).toBe(0)
    expect(await titles('Jobs')).toEqual([])
    expect(await titles('Home')).toEqual(['Old/'])
    expect(await titles('Work')).toEqual(['Release notes', 'Review', 'Work'])
  })

  it('moves items to the root with a slash', async () => {
    const moved = await line.run(['mv', 'review', '/'])
    expect(moved.err).toContain('Moved out of all folders: “Review”.\n')
    expect(await titles('/')).toContain('Review')
    const again = await line.run(['mv', 'review', '/'])
    expect(again).toMatchObject({ code: 0, err: 'Already there: “Review”.\n' })
    const [undo = []] = undosOf(moved.err)
    await line.run(undo)
    expect(await titles('Work')).toContain('Review')
  })

  it('renames a folder by its new path, and back', async () => {
    await line.run(['mkdir', 'Draft/First'])
    const renamed = await line.run(['mv', 'draft/first/', 'Draft/Second'])
    expect(renamed).toMatchObject({ code: 0, out: '' })
    expect(renamed.err).toMatch(/^Renamed “First” to “Draft\/Second”\.\nTo undo: [^\n]+\n$/)
    expect(await titles('Draft')).toEqual(['Second/'])
    const moved = await line.run(['mv', 'Draft/Second/', '/third'])
    expect(moved.err).toContain('Renamed “Second” to “third”.\n')
    expect(await titles('Draft')).toEqual([])
    // Only the case changes.
    const folded = await line.run(['mv', 'third/', 'Third'])
    expect(folded.err).toContain('Renamed “third” to “Third”.\n')
    for (const { err } of [folded, moved, renamed]) {
      const [undo = []] = undosOf(err)
      expect((await line.run(undo)).code).toBe(0)
    }
    expect(await titles('Draft')).toEqual(['First/'])
    // An existing folder is moved into, and no other folder is created.
    expect((await line.run(['mv', 'Draft/First/', 'Work'])).err).toContain('Moved to “Work”')
    expect((await line.run(['mv', 'Draft/', 'No/Such'])).code).toBe(1)
    expect((await line.run(['mv', 'Draft/', 'Draft/Inside'])).code).toBe(1)
    expect(await titles('/')).toContain('Draft/')
    await line.run(['mv', 'Work/First/', '/'])
    await line.run(['rm', 'First/', 'Draft/'])
  })

  it('does not undo a rename if another folder has taken the old name', async () => {
    const { id } = await line.call(calls.createFolder, { name: 'Early', color })
    const { err } = await line.run(['mv', 'Early/', 'Late'])
    await line.run(['mkdir', 'Early'])
    const [undo = []] = undosOf(err)
    expect(await line.run(undo)).toMatchObject({
      code: 1,
      err: 'The folder “/Early” already exists.\n',
    })
    expect(await titles('/')).toEqual(expect.arrayContaining(['Early/', 'Late/']))
    await line.run(['rm', 'Early/'])
    expect((await line.run(undo)).code).toBe(0)
    await line.run(['rm', `${id}/`])
  })

  it('moves a folder with a slash in its name, but does not rename it', async () => {
    const { id } = await line.call(calls.createFolder, { name: 'In/Out', color })
    const inOut = async () => {
      const { folders } = await line.call(calls.listFolders, {})
      return folders.find((folder) => folder.id === id)?.name
    }
    // Undoing by path would mean two folders.
    for (const path of ['Inbox', 'in/out', 'Work/Inbox']) {
      expect(await line.run(['mv', 'In/Out/', path])).toMatchObject({
        code: 1,
        err: '“In/Out” has a slash in its name, so it can only be renamed in the browser.\n',
      })
      expect(await inOut()).toBe('In/Out')
    }
    const moved = await line.run(['mv', 'In/Out/', 'Work'])
    expect(moved.err).toContain('Moved to “Work”: “In/Out”.\n')
    const [undo = []] = undosOf(moved.err)
    expect((await line.run(undo)).code).toBe(0)
    expect(await inOut()).toBe('In/Out')
    await line.run(['rm', `${id}/`])
  })

  it('moves nothing to a missing folder, or into itself', async () => {
    const nowhere = await line.run(['mv', 'review', 'Nowhere/'])
    expect(nowhere).toMatchObject({
      code: 1,
      err: 'No folder “Nowhere”. Create it first: promptshelf mkdir Nowhere\n',
    })
    expect((await line.run(['mv', 'Home/', 'Home/Old'])).code).toBe(1)
    expect((await line.run(['mv', 'review', 'gone', 'Jobs'])).code).toBe(1)
    expect(await titles('Jobs')).toEqual([])
    expect((await line.run(['mv', 'review'])).code).toBe(2)
  })
})

describe('rm', () => {
  it('moves prompts and folders to the trash, and restores them', async () => {
    await line.run(['mkdir', 'Home/Gone/Deep'])
    const deleted = await line.run(['rm', 'review', '/work', 'Home/Gone/'])
    expect(deleted).toMatchObject({ code: 0, out: '' })
    expect(deleted.err).toMatch(/^Moved to the trash: “Review”, “Work”, “Gone”\.\n/)
    expect((await line.run(['review'])).code).toBe(1)
    expect(await titles('Home')).toEqual(['Old/'])
    const [undo = []] = undosOf(deleted.err)
    expect(await line.run(undo)).toMatchObject({
      code: 0,
      err: 'Restored “Gone”. Prompts: 2, folders: 2.\n',
    })
    expect((await line.run(['review'])).code).toBe(0)
    expect(await titles('Home/Gone')).toEqual(['Deep/'])
    const again = await line.run(undo)
    expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/^No deletion/) })
  })

  it('deletes no folder by the name alone, and nothing if a name is unknown', async () => {
    const folder = await line.run(['rm', 'Home'])
    expect(folder).toMatchObject({
      code: 1,
      err: '“Home” is a folder. To include everything in it, write Home/\n',
    })
    expect((await line.run(['rm', 'review', 'nothing'])).code).toBe(1)
    expect((await line.run(['rm', '/'])).code).toBe(1)
    expect((await line.run(['review'])).code).toBe(0)
    expect((await line.run(['rm'])).code).toBe(2)
    expect((await line.run(['rm', 'review', '--undo', 'x'])).code).toBe(2)
  })

  it('is refused for a read-only token', async () => {
    const token = await line.makeToken(['library:read'])
    const env = { PROMPTSHELF_URL: line.server.origin, PROMPTSHELF_TOKEN: token }
    for (const args of [
      ['rm', 'review'],
      ['mv', 'review', '/'],
      ['mkdir', 'New'],
    ]) {
      const refused = await line.run(args, { env })
      expect(refused).toMatchObject({
        code: 1,
        err: expect.stringContaining('Permission missing'),
      })
    }
  })
})

describe('An unknown command', () => {
  it('is reported, with a suggestion', async () => {
    for (const [words, usage] of [
      [['list', 'x'], 'ls [FOLDER]'],
      [['get', 'review', 'x'], 'show NAME'],
      [['delete', 'review'], 'rm NAME...'],
      [['mkdri', 'X'], 'mkdir FOLDER'],
      [['serach'], 'search WORD...'],
    ] as const) {
      const { code, err } = await line.run(words)
      expect(code).toBe(1)
      expect(err).toContain(`No prompt or command “${words[0]}”.\n`)
      expect(err).toContain(`Did you mean: promptshelf ${usage}\n`)
    }
  })
})

it('prints its version', async () => {
  expect((await line.run(['version'])).out).toBe((await line.run(['--version'])).out)
  expect(JSON.parse((await line.run(['version', '--json'])).out)).toHaveProperty('version')
})
