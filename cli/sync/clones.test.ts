import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createClient, type Client } from '#contract/core/client.ts'
import { CallError } from '#cli/server/make-client.ts'
import { readPromptFile } from '#cli/prompts/prompt-file.ts'
import { contentHash, toFilePrompt, toStored } from '#cli/sync/prompt-content.ts'
import { readState } from '#cli/sync/sync-state.ts'
import { readLocale } from '#cli/core/texts.ts'
import { syncDirectory } from './sync-directory.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { makeChance, type Chance } from '#tests/support/chance.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const { texts } = readLocale({ LANG: 'en' })
const color = '4ECDC4'
const seeds = Number(process.env['SYNC_SEEDS'] ?? 10)
const firstSeed = Number(process.env['SYNC_SEED'] ?? 1)

/** A hook for the sync's call of a number: before it is sent, or once it is answered. */
type Event = {
  at: number
  what: 'killed-before' | 'killed-after' | 'written'
  write?: () => Promise<void>
}

class Killed extends Error {}

/** A program's client, and how it is killed: it then waits forever. */
function clientOf(app: TestApp, token: string, events: readonly Event[] = []) {
  let count = 0
  let kill = (_error: Killed) => {}
  const killed = new Promise<never>((_, reject) => (kill = reject))
  killed.catch(() => {})
  const never = new Promise<never>(() => {})
  const client: Client = createClient(
    async (path, { method, headers, body }) => {
      const now = events.filter(({ at }) => at === count)
      count++
      for (const { what, write } of now) {
        if (what === 'written') await write?.()
        if (what === 'killed-before') {
          kill(new Killed())
          await never
        }
      }
      app.clock.now += 1
      const authorization = `Bearer ${token}`
      const response = await app.server.inject({
        method,
        url: path,
        headers: { ...headers, authorization },
        ...(body !== undefined && { payload: body }),
      })
      if (now.some(({ what }) => what === 'killed-after')) {
        kill(new Killed())
        await never
      }
      const { statusCode: status } = response
      return { ok: status === 200, status, json: async () => response.json<unknown>() }
    },
    (status, failure) => new CallError(status, failure),
  )
  return { client, killed }
}

/** @param onDecided called between the decisions and the first change */
async function sync(
  app: TestApp,
  directory: string,
  token: string,
  events: readonly Event[] = [],
  onDecided = async () => {},
) {
  const { client, killed } = clientOf(app, token, events)
  mkdirSync(join(directory, '.promptshelf'), { recursive: true })
  const none = { savedAt: 0, folders: {}, prompts: {}, creating: {} }
  const state = readState(directory, texts) ?? {
    format: 1 as const,
    server: '',
    root: null,
    ...none,
  }
  const options = {
    client,
    directory,
    state,
    texts,
    isTrial: false,
    canWrite: true,
    canName: true,
  }
  return Promise.race([syncDirectory({ ...options, confirm: onDecided }), killed])
}

/** The Markdown files of a directory, without those left by conflicts. */
function filesIn(directory: string, isTheirs = false): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && path.includes('.theirs') === isTheirs)
    .toSorted()
}

const wordsIn = (text: string) => text.match(/w\d+z/g) ?? []

/** Two directories, a browser, and every word that anyone has written. */
class World {
  readonly #app: TestApp
  readonly #browser: ApiUser
  readonly #chance: Chance
  readonly clones: { directory: string; token: string }[]
  readonly words = new Set<string>()
  #count = 0

  constructor(app: TestApp, browser: ApiUser, tokens: readonly string[], chance: Chance) {
    this.#app = app
    this.#browser = browser
    this.#chance = chance
    this.clones = tokens.map((token) => ({ directory: makeScratchDirectory('clone'), token }))
  }

  #word(): string {
    const word = `w${this.#count++}z`
    this.words.add(word)
    return word
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#chance(items.length)]
  }

  /** An action of the owner in the browser. */
  async browse(): Promise<void> {
    this.#app.clock.now += 1
    const { folders, prompts } = await this.#browser.call(calls.listLibrary, { whole: '1' })
    const prompt = this.#pick(prompts)?.whole
    const folder = this.#pick(folders)
    const folderId = this.#chance(2) === 0 ? (folder?.id ?? null) : null
    const act = this.#chance(10)
    if (act < 2 || prompt === undefined) {
      const edit = { name: `P${this.#chance(3)}`, color, prompt: `${this.#word()}\n`, folderId }
      await this.#browser.call(calls.createPrompt, edit)
    } else if (act < 6) {
      const promptId = prompt.id
      const text = `${prompt.prompt}${this.#word()}\n`
      await this.#browser.call(calls.updatePrompt, { ...prompt, promptId, prompt: text })
    } else if (act === 6) await this.#browser.call(calls.deletePrompt, { promptId: prompt.id })
    else if (act === 7) {
      await this.#browser.call(calls.movePrompt, {
        promptId: prompt.id,
        folderId: folderId ?? 'root',
      })
    } else if (act === 8 || folder === undefined) {
      await this.#browser.call(calls.createFolder, { name: `F${this.#chance(2)}`, color, folderId })
    } else {
      const name = `G${this.#chance(2)}`
      await this.#browser.call(calls.updateFolder, { folderId: folder.id, name, color })
    }
  }

  /** An action on the files of a directory. */
  async edit({ directory }: { directory: string }): Promise<void> {
    const path = this.#pick(filesIn(directory))
    const act = this.#chance(10)
    if (act < 2 || path === undefined) {
      const parent = this.#pick(['', 'F0', 'New', 'F0/Inner']) ?? ''
      // A new file in the place of a deleted one would be an edit without the previous text.
      const word = this.#word()
      const file = join(directory, parent, `${word}.md`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `${word}\n`)
      return
    }
    const file = join(directory, path)
    if (act < 7) writeFileSync(file, `${readFileSync(file, 'utf8')}${this.#word()}\n`)
    else if (act === 7) await this.discard(file)
    else if (act === 8 && dirname(path) !== '.') {
      const parent = dirname(file)
      renameSync(parent, join(dirname(parent), `Renamed ${this.#count++}`))
    } else {
      const to = join(directory, this.#pick(['', 'Moved', 'F0']) ?? '', `moved ${this.#count++}.md`)
      mkdirSync(dirname(to), { recursive: true })
      renameSync(file, to)
    }
  }

  /** Deletes a file. If its text was never saved, the deletion loses it. */
  async discard(file: string): Promise<void> {
    const own = wordsIn(readFileSync(file, 'utf8'))
    rmSync(file)
    const saved = await this.everything()
    for (const word of own) if (!saved.has(word)) this.words.delete(word)
  }

  /** Resolves the conflicts of a directory: with both texts, or with the local one. */
  solve({ directory }: { directory: string }, isMerged = this.#chance(2) === 0): void {
    for (const path of filesIn(directory, true)) {
      const theirs = join(directory, path)
      const own = theirs.replace(/\.theirs.*/, '.md')
      if (isMerged && existsSync(own)) {
        const words = wordsIn(readFileSync(theirs, 'utf8'))
        writeFileSync(own, `${readFileSync(own, 'utf8')}${words.join('\n')}\n`)
      }
      rmSync(theirs)
    }
  }

  async sync(clone: { directory: string; token: string }): Promise<void> {
    const events: Event[] = []
    if (this.#chance(3) === 0) {
      const write = () => (this.#chance(2) === 0 ? this.browse() : this.edit(clone))
      events.push({ at: 1 + this.#chance(6), what: 'written', write })
    }
    if (this.#chance(3) === 0) {
      const what = this.#chance(2) === 0 ? 'killed-before' : 'killed-after'
      events.push({ at: this.#chance(8), what })
    }
    try {
      await sync(this.#app, clone.directory, clone.token, events)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
  }

  async step(): Promise<void> {
    const clone = this.#pick(this.clones)
    if (clone === undefined) return
    const act = this.#chance(12)
    if (act < 3) await this.browse()
    else if (act < 8) await this.edit(clone)
    else if (act < 11) await this.sync(clone)
    else this.solve(clone)
  }

  /** Every word in the library, its versions, its trash and the files. */
  async everything(): Promise<Set<string>> {
    const response = await this.#browser.send(calls.exportLibrary, {})
    const files = this.clones.flatMap(({ directory }) =>
      [...filesIn(directory), ...filesIn(directory, true)].map((path) =>
        readFileSync(join(directory, path), 'utf8'),
      ),
    )
    return new Set([response.body, ...files].flatMap(wordsIn))
  }

  /** The contents on each side, by their paths. */
  async contents(): Promise<string[][]> {
    const { prompts } = await this.#browser.call(calls.listLibrary, { whole: '1' })
    const library = prompts.map(({ whole }) => (whole ? contentHash(toFilePrompt(whole)) : ''))
    const directories = this.clones.map(({ directory }) =>
      filesIn(directory).map((path) =>
        contentHash(
          toStored(readPromptFile(readFileSync(join(directory, path), 'utf8'), '').prompt),
        ),
      ),
    )
    return [library, ...directories].map((hashes) => hashes.toSorted())
  }

  /** Resolves all conflicts, and syncs until nothing is left to do. */
  async settle(): Promise<void> {
    for (let rounds = 0; rounds < 10; rounds++) {
      let actions = 0
      for (const clone of this.clones) {
        this.solve(clone, true)
        const report = await sync(this.#app, clone.directory, clone.token)
        expect(report.problems).toEqual([])
        actions += report.actions.length
      }
      if (actions === 0) return
    }
    throw new Error('The directories do not become stable.')
  }
}

describe.each(databases)('Two directories and a browser on $name', (database) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeTestApp(database)
    await app.liftLimits()
  })
  const directories: string[] = []
  afterAll(async () => {
    await app.close()
    for (const directory of directories) rmSync(directory, { recursive: true })
  })

  async function makeWorld(seed: number) {
    const browser = await app.signUp(`${seed}@example.com`)
    await app.liftLimits()
    const tokens = []
    for (const name of ['one', 'other']) {
      const scopes = ['library:read' as const, 'library:write' as const]
      tokens.push((await browser.call(calls.createToken, { name, scopes })).token)
    }
    const world = new World(app, browser, tokens, makeChance(seed))
    directories.push(...world.clones.map(({ directory }) => directory))
    return { browser, world }
  }

  const runs = database.name === 'SQLite' ? seeds : Math.ceil(seeds / 5)
  it.each(Array.from({ length: runs }, (_, at) => firstSeed + at))(
    'lose no text, whatever is done and killed: seed %i',
    async (seed) => {
      const { world } = await makeWorld(seed)
      for (let steps = 0; steps < 60; steps++) await world.step()
      await world.settle()
      const found = await world.everything()
      expect([...world.words].filter((word) => !found.has(word))).toEqual([])
      const [library, ...directories] = await world.contents()
      for (const hashes of directories) expect(hashes).toEqual(library)
    },
  )

  it('overwrite nothing that is changed on either side during a sync', async () => {
    const { browser, world } = await makeWorld(-1)
    const [clone] = world.clones
    if (clone === undefined) throw new Error('There is no directory.')
    const { directory, token } = clone
    const ids = []
    for (const name of ['here', 'there']) ids.push(await browser.makePrompt(name, { prompt: 'x' }))
    const [, promptId = ''] = ids
    await sync(app, directory, token)
    const file = (name: string) => join(directory, `${name}.md`)
    const text = (name: string) => readFileSync(file(name), 'utf8')
    const append = async (id: string, more: string) => {
      const { prompt } = await browser.call(calls.getPrompt, { promptId: id })
      const edit = { ...prompt, promptId: id, prompt: prompt.prompt + more }
      await browser.call(calls.updatePrompt, edit)
    }
    // One will be pulled and one pushed when both are changed.
    await append(ids[0] ?? '', ' more')
    writeFileSync(file('there'), `${text('there')}mine`)
    app.clock.now += 1
    const write = async () => {
      writeFileSync(file('here'), `${text('here')}meanwhile`)
      await append(promptId, ' meanwhile')
    }
    const { actions, problems } = await sync(app, directory, token, [], write)
    expect(actions).toMatchObject([
      { what: 'conflict', path: 'there.md', theirs: 'there.theirs.md' },
    ])
    expect(problems).toMatchObject([{ path: 'here.md' }])
    expect(text('here')).toContain('meanwhile')
    expect(text('there')).toContain('mine')
    expect(text('there.theirs')).toContain('x meanwhile')
  })

  it('create none of many prompts twice, wherever the sync is killed', async () => {
    const { browser, world } = await makeWorld(1000)
    const [clone] = world.clones
    if (clone === undefined) throw new Error('There is no directory.')
    const { directory, token } = clone
    await browser.makePrompt('Taken', { prompt: 'x', shortName: 'taken' })
    let at = 0
    for (let isOver = false; !isOver; at++) {
      for (const what of ['killed-before', 'killed-after'] as const) {
        const folder = join(directory, `New ${at} ${what}`, 'Inner')
        mkdirSync(folder, { recursive: true })
        const files = Array.from({ length: 12 }, (_, file) => join(folder, `${file}.md`))
        for (const file of files) writeFileSync(file, `same in all but ${dirname(folder)}`)
        writeFileSync(files[0] ?? '', '---\npromptshelf:\n  shortName: taken\n---\nx\n')
        const first = await sync(app, directory, token, [{ at, what }]).catch(() => undefined)
        isOver = first !== undefined
        // One file changes between the runs.
        const [, edited = ''] = files
        writeFileSync(edited, `${readFileSync(edited, 'utf8')}, edited`)
        expect((await sync(app, directory, token)).problems).toEqual([])
        expect(await sync(app, directory, token)).toMatchObject({ actions: [], problems: [] })
        const { folders, prompts } = await browser.call(calls.listLibrary, { whole: '1' })
        const outer = folders.filter(({ name }) => name === `New ${at} ${what}`)
        const inner = folders.filter(({ parentId }) => parentId === outer[0]?.id)
        expect([outer.length, inner.length]).toEqual([1, 1])
        const made = prompts.filter(({ folderId }) => folderId === inner[0]?.id)
        expect(made).toHaveLength(12)
        expect(made.filter(({ whole }) => whole?.prompt.includes(', edited'))).toHaveLength(1)
      }
    }
    expect(at).toBe(4)
  })

  it('create as many prompts as the plan allows, and explain each other file', async () => {
    const browser = await app.signUp('limited@example.com')
    const scopes = ['library:read' as const, 'library:write' as const]
    const { token } = await browser.call(calls.createToken, { name: 'limited', scopes })
    const directory = makeScratchDirectory('clone')
    directories.push(directory)
    const names = Array.from({ length: 15 }, (_, at) => `${at}`.padStart(2, '0'))
    for (const name of names) writeFileSync(join(directory, `${name}.md`), name)
    const first = await sync(app, directory, token)
    expect(first.actions.map(({ path }) => path)).toEqual(
      names.slice(0, 10).map((name) => `${name}.md`),
    )
    expect(first.problems.map(({ path }) => path)).toEqual(
      names.slice(10).map((name) => `${name}.md`),
    )
    expect(first.problems[0]?.message).toMatch(/^Skipped 10\.md: .*10/)
    await app.liftLimits()
    const second = await sync(app, directory, token)
    expect(second).toMatchObject({ problems: [], unchanged: 10 })
    expect(second.actions).toHaveLength(5)
    expect((await browser.call(calls.listLibrary, {})).prompts).toHaveLength(15)
  })

  it('create no prompt twice, wherever the sync is killed', async () => {
    const { browser, world } = await makeWorld(0)
    const [clone] = world.clones
    if (clone === undefined) throw new Error('There is no directory.')
    const { directory, token } = clone
    let at = 0
    for (let isOver = false; !isOver; at++) {
      for (const what of ['killed-before', 'killed-after'] as const) {
        for (const edited of [false, true]) {
          const name = `new ${at} ${what} ${edited}`
          const file = join(directory, 'New', `${name}.md`)
          mkdirSync(dirname(file), { recursive: true })
          writeFileSync(file, 'text')
          const first = await sync(app, directory, token, [{ at, what }]).catch(() => undefined)
          isOver = first !== undefined
          if (edited) writeFileSync(file, `${readFileSync(file, 'utf8')}, edited`)
          await sync(app, directory, token)
          const { prompts } = await browser.call(calls.listLibrary, { whole: '1' })
          const made = prompts.filter(({ whole }) => whole?.name === name)
          expect([name, ...made.map(({ whole }) => whole?.prompt)]).toEqual([
            name,
            edited ? expect.stringContaining('edited') : 'text',
          ])
        }
      }
    }
    const { folders } = await browser.call(calls.listLibrary, {})
    expect(folders.map(({ name }) => name)).toEqual(['New'])
    expect(at).toBeGreaterThan(2)
  })
})
