import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Client } from '#contract/core/client.ts'
import { readLibrary } from './library.ts'
import { startHostileServer } from '#tests/attacks/command-line/hostile-server.ts'
import { snapshot } from '#tests/attacks/command-line/snapshot.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'

let line: CommandLine
let server: Awaited<ReturnType<typeof startHostileServer>>
let env: Record<string, string>
const color = '4ECDC4'
const made = { color, prompt: 'Be {tone}' }

beforeAll(async () => {
  line = await startCommandLine()
  server = await startHostileServer(line.server.origin)
  env = { PROMPTSHELF_URL: server.origin, PROMPTSHELF_TOKEN: line.token }
})
afterEach(() => {
  server.lie((answer) => answer)
  server.lack()
  server.close()
})
afterAll(async () => {
  server.stop()
  await line.stop()
})

const inHome = (...names: string[]) => join(line.home, ...names)
const read = (...names: string[]) => readFileSync(inHome(...names), 'utf8')
const make = async (name: string, more: object = {}) =>
  (await line.call(calls.createPrompt, { ...made, name, ...more })).id

async function sync(directory: string, ...options: string[]) {
  const args = ['sync', inHome(directory), '--json', ...options]
  const { code, out, err } = await line.run(args, { env })
  const { actions = [], error } = JSON.parse(out || err) as {
    actions?: { what: string; path: string }[]
    error?: { message: string }
  }
  return { code, actions: actions.map(({ what, path }) => `${what} ${path}`), error }
}

/** The names of the files in a directory, without those of the state. */
const filesIn = (directory: string) =>
  readdirSync(inHome(directory), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .toSorted()

type State = {
  library?: { cursor: string }
  prompts: Record<string, { stamp?: string; updatedAt?: string }>
}

function changeState(directory: string, change: (state: State) => void): void {
  const file = inHome(directory, '.promptshelf/state.json')
  const state = JSON.parse(readFileSync(file, 'utf8')) as State
  change(state)
  writeFileSync(file, JSON.stringify(state))
}

describe('A sync', () => {
  it('requests only what has changed since the last one', async () => {
    const id = await make('Changed')
    await make('Unchanged')
    await sync('a')
    server.takeRequested()
    expect(await sync('a')).toMatchObject({ code: 0, actions: [] })
    expect(server.takeRequested()).toEqual(['tokens/me', 'library/changes'])
    const { prompt } = await line.call(calls.getPrompt, { promptId: id })
    await line.call(calls.updatePrompt, { ...prompt, promptId: id, prompt: 'Be brief' })
    expect(await sync('a')).toMatchObject({ actions: ['pulled Changed.md'] })
    expect(server.takeRequested()).toEqual(['tokens/me', 'library/changes'])
    await line.call(calls.deletePrompt, { promptId: id })
    expect(await sync('a')).toMatchObject({ actions: ['deleted-here Changed.md'] })
    expect(server.takeRequested()).toEqual([
      'tokens/me',
      'library/changes',
      'library/ids',
      'prompts/get',
    ])
  })

  it('reads a file again that may have changed in the same moment as the last sync', async () => {
    const id = await make('Moment')
    await sync('moment')
    const file = inHome('moment', 'Moment.md')
    const { atime, mtime } = statSync(file)
    writeFileSync(file, read('moment', 'Moment.md').replace('tone', 'mood'))
    utimesSync(file, atime, mtime)
    expect(await sync('moment')).toMatchObject({ actions: ['pushed Moment.md'] })
    await line.call(calls.deletePrompt, { promptId: id })
  })

  it('continues from the state of a release without the changes', async () => {
    const id = await make('Old state')
    await sync('old')
    changeState('old', (state) => {
      delete state.library
      for (const prompt of Object.values(state.prompts)) {
        Object.assign(prompt, { stamp: '', updatedAt: '2026-01-01T00:00:00.000Z' })
      }
    })
    writeFileSync(
      inHome('old', 'Old state.md'),
      read('old', 'Old state.md').replace('tone', 'mood'),
    )
    expect(await sync('old')).toMatchObject({ code: 0, actions: ['pushed Old state.md'] })
    await line.call(calls.deletePrompt, { promptId: id })
  })

  it('creates files one by one with a server that refuses to import into a folder', async () => {
    const { id: folderId } = await line.call(calls.createFolder, { name: 'Old import', color })
    const token = await line.makeToken(['library:read', 'library:write'], folderId)
    server.close('library/import')
    mkdirSync(inHome('one-by-one'))
    const names = Array.from({ length: 12 }, (_, at) => `One ${at}`)
    for (const name of names) writeFileSync(inHome('one-by-one', `${name}.md`), name)
    server.takeRequested()
    const options = { env: { ...env, PROMPTSHELF_TOKEN: token } }
    const { code, out } = await line.run(['sync', inHome('one-by-one'), '--json'], options)
    const { actions } = JSON.parse(out) as { actions: object[] }
    expect([code, actions.length]).toEqual([0, names.length])
    expect(server.takeRequested().filter((path) => path === 'library/import')).toHaveLength(1)
    await line.call(calls.deleteFolder, { folderId })
  })

  it('works with a server without the changes, before and after', async () => {
    const id = await make('Old server')
    server.lack('library/changes', 'library/ids')
    await sync('older')
    writeFileSync(
      inHome('older', 'Old server.md'),
      read('older', 'Old server.md').replace('tone', 'mood'),
    )
    expect(await sync('older')).toMatchObject({ code: 0, actions: ['pushed Old server.md'] })
    server.lack()
    expect(await sync('older')).toMatchObject({ code: 0, actions: [] })
    // The operator has returned to the previous release.
    server.lack('library/changes', 'library/ids')
    const before = filesIn('older')
    expect(await sync('older')).toMatchObject({ code: 0, actions: [] })
    expect(filesIn('older')).toEqual(before)
    await line.call(calls.deletePrompt, { promptId: id })
    expect(await sync('older')).toMatchObject({ actions: ['deleted-here Old server.md'] })
  })

  it('deletes nothing and overwrites nothing if the library was restored from a backup', async () => {
    const [lost, older, equal] = [await make('Lost'), await make('Older'), await make('Equal')]
    await sync('restored')
    const { prompt } = await line.call(calls.getPrompt, { promptId: older })
    // The backup lacks one prompt, and has the previous text of another one.
    await line.call(calls.deletePrompt, { promptId: lost })
    await line.call(calls.updatePrompt, { ...prompt, promptId: older, prompt: 'Of the backup' })
    changeState('restored', (state) => {
      if (state.library) state.library.cursor = '999999999'
    })
    const { code, actions } = await sync('restored')
    expect({ code, actions: actions.toSorted() }).toEqual({
      code: 4,
      actions: ['conflict Older.md', 'created-there Lost.md'],
    })
    expect(read('restored', 'Older.md')).toContain('Be {tone}')
    expect(read('restored', 'Older.theirs.md')).toContain('Of the backup')
    const { prompts } = await line.call(calls.listPromptNames, {})
    expect(prompts.map(({ name }) => name)).toContain('Lost')
    for (const promptId of [older, equal]) await line.call(calls.deletePrompt, { promptId })
  })

  it('refuses a directory of another account', async () => {
    await sync('account')
    const before = snapshot(inHome('account'))
    server.lie((answer, path) =>
      path.includes('tokens/me') ? { ...(answer as object), accountId: 'another' } : answer,
    )
    expect(await sync('account')).toMatchObject({
      code: 1,
      error: { message: expect.stringContaining('another account') },
    })
    expect(snapshot(inHome('account'))).toEqual(before)
  })
})

const foldersOf = (count: number) =>
  Array.from({ length: count }, (_, createdNo) => {
    return { id: `f${createdNo}`, parentId: null, name: 'F', color, isFavourite: 0, createdNo }
  })

describe('A lying server', () => {
  const lieAbout = (call: string, lie: (answer: Record<string, unknown>, path: string) => object) =>
    server.lie((answer, path) =>
      path.startsWith(`/api/${call}`) ? lie(answer as Record<string, unknown>, path) : answer,
    )
  const strange = { code: 1, actions: [], error: { message: expect.stringContaining('200') } }

  it('does not keep a sync busy with changes without end', async () => {
    const id = await make('Endless')
    lieAbout('library/changes', (answer) => ({ ...answer, hasMore: true, next: '1' }))
    expect(await sync('endless')).toMatchObject(strange)
    await line.call(calls.deletePrompt, { promptId: id })
  })

  it.each([
    ['no rows', 10, []],
    ['a row', 10_000, foldersOf(1)],
    ['many rows', 100, foldersOf(50_000)],
  ])('is asked a limited number of times for changes with %s', async (_what, most, folders) => {
    let pages = 0
    const page = { folders, prompts: [], hasMore: true, hasRemoved: false }
    const client = (async () => ({ ...page, next: `1.${pages++}` })) as unknown as Client
    await expect(readLibrary(client, { root: null, prompts: {} })).rejects.toMatchObject({
      status: 200,
    })
    expect(pages).toBeLessThan(most)
  })

  it('deletes no file by a list that lacks its prompt', async () => {
    const id = await make('Missing')
    await sync('missing')
    server.lie((answer, path) => {
      const given = answer as { prompts: string[] }
      if (path.includes('library/changes')) return { ...given, hasRemoved: true }
      if (path.includes('library/ids')) return { ...given, prompts: [] }
      return answer
    })
    const before = filesIn('missing')
    await sync('missing')
    expect(filesIn('missing')).toEqual(before)
    server.lie((answer) => answer)
    expect(await sync('missing')).toMatchObject({ code: 0, actions: [] })
    await line.call(calls.deletePrompt, { promptId: id })
  })

  it('gets an error for ids whose rows it never returns', async () => {
    server.lie((answer, path) => {
      const given = answer as { prompts: string[] }
      if (path.includes('library/changes')) return { ...given, hasRemoved: true }
      if (path.includes('library/ids')) return { ...given, prompts: [...given.prompts, 'x'] }
      return answer
    })
    expect(await sync('incomplete')).toMatchObject(strange)
    expect(existsSync(inHome('incomplete', '.promptshelf/lock'))).toBe(false)
  })

  it('that stalls ends the sync, and changes nothing', async () => {
    await sync('stalled')
    const before = snapshot(inHome('stalled'))
    server.answer(() => {})
    const args = ['sync', inHome('stalled')]
    expect(await line.run(args, { env: { ...env, PROMPTSHELF_TIMEOUT: '0.3' } })).toMatchObject({
      code: 1,
      err: expect.stringContaining('ETIMEDOUT'),
    })
    expect(snapshot(inHome('stalled'))).toEqual(before)
  })

  it('writes only below the directory', async () => {
    const { id: folderId } = await line.call(calls.createFolder, { name: 'Within', color })
    const promptId = await make('Escaping', { folderId })
    mkdirSync(inHome('around'))
    for (const name of ['../../victim', '..', '.promptshelf', '/etc/x', '.git/hooks/pre-commit']) {
      lieAbout('library/changes', (answer) => {
        const given = answer as { prompts: object[]; folders: object[] }
        const prompts = given.prompts.map((prompt) => ({ ...prompt, name, folderId: 'elsewhere' }))
        const folders = given.folders.map((folder) => ({ ...folder, name, parentId: 'elsewhere' }))
        return { ...given, prompts: [...prompts, ...given.prompts], folders }
      })
      const before = snapshot(line.home)
      await sync('around/inner')
      rmSync(inHome('around/inner'), { recursive: true })
      expect(snapshot(line.home)).toEqual(before)
    }
    await line.call(calls.deletePrompt, { promptId })
    await line.call(calls.deleteFolder, { folderId })
  })
})
