import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import { LibraryFile, type FileFolder, type FilePrompt } from '#contract/transfer/library-file.ts'
import { inBatches, toEntries } from '#contract/transfer/to-entries.ts'
import { checkRows } from '#tests/faults/support/check-rows.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'

const hostileNames = [
  '../../etc/passwd',
  String.raw`C:\con`,
  '=1+1',
  '<b>bold</b>',
  '{{name}}',
  '__proto__',
  'a\u202Eb',
  "'; drop table prompts; --",
]
const name = fc.oneof(
  fc.constantFrom(...hostileNames),
  fc
    .string({ unit: 'binary', maxLength: 40 })
    .map((text) => text.replaceAll('\0', '').trim() || 'Name'),
)
const text = fc.oneof(
  fc
    .string({ unit: 'binary', maxLength: 200 })
    .map((written) => written.replaceAll(/\0|\r\n?/g, '\n')),
  fc.constantFrom('', ' \t\n', '{"a": 1} {x}', '{<b>topic</b>} and {tone}', '---\na: b\n---\n'),
)
const color = fc.constantFrom('f1f5f9', 'FF6B6B', '4ECDC4')
const flag = fc.constantFrom(0 as const, 1 as const)
const moment = fc
  .integer({ min: Date.UTC(2001), max: Date.UTC(2020) })
  .map((time) => new Date(time).toISOString())
const variables = [
  { name: 'topic', kind: 'choice', options: [{ value: 'a', label: 'A' }], open: true },
  { name: 'tone', kind: 'text', default: 'kind', later: { deep: [1] } },
]
const texts = fc
  .record({ name, prompt: text, notes: fc.option(text), whenToUse: fc.option(text) })
  .chain((written) =>
    fc.constantFrom(
      { ...written, variables: [] },
      { ...written, prompt: `${written.prompt}{<b>topic</b>} {<b>tone</b>}`, variables },
    ),
  )
const valueSets = fc.uniqueArray(
  fc.record({ name, values: fc.array(fc.record({ name: text, value: text }), { maxLength: 3 }) }),
  { maxLength: 3, selector: (set) => set.name },
)

/** A library with everything that a file can contain. */
function makeLibrary(gen: fc.GeneratorValue): LibraryFile {
  const library: LibraryFile = {
    folders: makeFolders('f', 10),
    prompts: [],
    trash: [],
    trashedFolders: [],
    trashedPrompts: [],
    versions: [],
  }
  library.prompts = makePrompts('p', library.folders, 12)
  for (let at = 0; at < gen(fc.nat, { max: 3 }); at++) {
    const id = `t${at}`
    library.trash.push({
      id,
      name: gen(() => name),
      color: gen(() => color),
      deletedAt: gen(() => moment),
    })
    const folders = makeFolders(`${id}f`, 3)
    const prompts = makePrompts(`${id}p`, [...folders, ...library.folders], 3)
    library.trashedFolders.push(...folders.map((folder) => ({ trashId: id, ...folder })))
    library.trashedPrompts.push(...prompts.map((prompt) => ({ trashId: id, ...prompt })))
  }
  return library

  function makeFolders(mark: string, most: number): FileFolder[] {
    const folders: FileFolder[] = []
    for (let at = gen(fc.nat, { max: most }); at > 0; at--) {
      const parentId = folders[gen(fc.nat, { max: most })]?.id ?? null
      const look = { name: gen(() => name), color: gen(() => color), isFavourite: gen(() => flag) }
      folders.push({ id: `${mark}${at}`, parentId, ...look })
    }
    // A folder may be older than its parent.
    return folders.toReversed()
  }

  function makePrompts(mark: string, folders: readonly FileFolder[], most: number): FilePrompt[] {
    return Array.from({ length: 1 + gen(fc.nat, { max: most }) }, (_, at) => {
      const id = `${mark}${at}`
      for (let versions = gen(fc.nat, { max: 3 }); versions > 0; versions--) {
        const version = { writtenAt: gen(() => moment), label: gen(() => fc.option(name)) }
        library?.versions.push({ promptId: id, ...gen(() => texts), ...version })
      }
      return {
        id,
        shortName: gen(() => fc.option(fc.constant(id))),
        folderId: folders[gen(fc.nat, { max: folders.length })]?.id ?? null,
        ...gen(() => texts),
        color: gen(() => color),
        valueSets: gen(() => valueSets),
        isFavourite: gen(() => flag),
        usedAt: gen(() => fc.option(moment)),
        createdAt: gen(() => moment),
        updatedAt: gen(() => moment),
      }
    })
  }
}

/** The contents of a library, without ids and the order of its lists. */
function describeLibrary(file: LibraryFile): object {
  const folders = new Map([...file.folders, ...file.trashedFolders].map((one) => [one.id, one]))
  const versions = Map.groupBy(file.versions, ({ promptId }) => promptId)
  const pathOf = (id: string | null): string[] => {
    const folder = id === null ? undefined : folders.get(id)
    return folder ? [...pathOf(folder.parentId), folder.name] : []
  }
  const describeFolder = ({ id, color: itsColor }: FileFolder) => [...pathOf(id), itsColor]
  const describePrompt = ({ id, folderId, ...prompt }: FilePrompt) => ({
    ...prompt,
    trashId: undefined,
    path: pathOf(folderId),
    versions: (versions.get(id) ?? []).map((version) => ({ ...version, promptId: undefined })),
  })
  return {
    folders: sorted(file.folders.map(describeFolder)),
    prompts: sorted(file.prompts.map(describePrompt)),
    trash: sorted(
      file.trash.map(({ id, ...item }) => ({
        ...item,
        folders: sorted(
          file.trashedFolders.filter((one) => one.trashId === id).map(describeFolder),
        ),
        prompts: sorted(
          file.trashedPrompts.filter((one) => one.trashId === id).map(describePrompt),
        ),
      })),
    ),
  }
}

function sorted(list: readonly object[]): object[] {
  const keyed = list.map((item) => [JSON.stringify(item, sortKeys), item] as const)
  return keyed.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item)
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const fields = Object.entries(value as Record<string, unknown>)
  return fields.toSorted(([one], [other]) => (one < other ? -1 : 1))
}

async function bringIn(user: ApiUser, file: LibraryFile): Promise<void> {
  const entries = toEntries(file)
  const attempt = crypto.randomUUID().replaceAll('-', '')
  for (const batch of inBatches(entries)) {
    const about = { attempt, name: 'library.json', total: entries.length }
    await user.call(calls.importEntries, { ...about, ...batch })
  }
}

const readOut = async (user: ApiUser) =>
  z.parse(LibraryFile, await user.call(calls.exportLibrary, {}))

describe.each(databases)('A library on $name', (database) => {
  test('survives export and import completely', async () => {
    const app = await makeTestApp(database)
    onTestFinished(() => app.close())
    let users = 0
    const signUp = async () => {
      const user = await app.signUp(`user${users++}@example.com`)
      await app.liftLimits()
      return user
    }
    const isKept = async (gen: fc.GeneratorValue) => {
      const library = makeLibrary(gen)
      const [ada, bob] = [await signUp(), await signUp()]
      await bringIn(ada, library)
      const file = await readOut(ada)
      expect(describeLibrary(file)).toEqual(describeLibrary(library))
      await bringIn(bob, file)
      expect(describeLibrary(await readOut(bob))).toEqual(describeLibrary(file))
      const account = z.parse(LibraryFile, await bob.call(calls.downloadAccount, {}))
      expect(describeLibrary(account)).toEqual(describeLibrary(file))
    }
    await fc.assert(fc.asyncProperty(fc.gen(), isKept), { numRuns: 8, endOnFailure: true })
    await checkRows(app.location)
  })

  test('exports a folder or a selection with its contents', async () => {
    const app = await makeTestApp(database)
    onTestFinished(() => app.close())
    const ada = await app.signUp()
    const outer = await ada.makeFolder('Outer')
    const folderId = await ada.makeFolder('Wanted', outer)
    const inner = await ada.makeFolder('Inner', folderId)
    await ada.makePrompt('Outside', { folderId: outer })
    const beside = await ada.makePrompt('Beside', { folderId: outer })
    await ada.makePrompt('In it', { folderId })
    const promptId = await ada.makePrompt('Deep', { folderId: inner })
    await ada.call(calls.deletePrompt, { promptId: await ada.makePrompt('Gone', { folderId }) })
    app.clock.now += 1000
    const edit = { promptId, name: 'Deep', color: 'f1f5f9' }
    await ada.call(calls.updatePrompt, { ...edit, prompt: 'Second' })

    const folder = z.parse(LibraryFile, await ada.call(calls.exportLibrary, { folderId }))
    expect(describeLibrary(folder)).toMatchObject({
      folders: [
        ['Wanted', '4ECDC4'],
        ['Wanted', 'Inner', '4ECDC4'],
      ],
      prompts: [
        { name: 'Deep', path: ['Wanted', 'Inner'], prompt: 'Second', versions: [{ name: 'Deep' }] },
        { name: 'In it', path: ['Wanted'], versions: [] },
      ],
      trash: [],
    })
    const selection = { promptIds: [beside, promptId], folderIds: [inner] }
    const some = z.parse(LibraryFile, await ada.call(calls.exportSelection, selection))
    expect(describeLibrary(some)).toMatchObject({
      folders: [['Inner', '4ECDC4']],
      prompts: [
        { name: 'Beside', path: [] },
        { name: 'Deep', path: ['Inner'] },
      ],
    })
    const gone = { promptIds: [crypto.randomUUID()] }
    expect(await ada.failure(calls.exportSelection, gone)).toEqual([404, 'not_found'])
  })
})
