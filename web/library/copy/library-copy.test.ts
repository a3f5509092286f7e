import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { describe, expect } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import type { ImportEntry } from '#contract/transfer/import.ts'
import { inBatches } from '#contract/transfer/to-entries.ts'
import { toPlainText } from '#contract/variables/variables.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'
import { catchUp } from './catch-up.ts'
import { findAnswer } from './find-answer.ts'
import { LibraryCopy } from './library-copy.ts'

const fixtures = new URL('../../../tests/fixtures/', import.meta.url)
const realPrompts = parse(readFileSync(new URL('prompts.csv', fixtures)), {
  columns: true,
  bom: true,
}) as unknown as { act: string; prompt: string }[]
const realSearches = z
  .parse(
    z.array(z.object({ search: z.string() })),
    JSON.parse(readFileSync(new URL('search-queries.json', fixtures), 'utf8')),
  )
  .map(({ search }) => search)

describe.each(databases)('The copy of a library on $name', (database) => {
  const it = libraryTest(database)

  it.for([1, 2, 3])('answers as the server does, for hostile library %i', async (seed, { app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const entries = fc.sample(hostileLibrary(), { numRuns: 1, seed })[0] ?? []
    await importAll(ada, entries)
    for (const name of rankedNames) await ada.makePrompt(name)
    const { prompts } = await ada.call(calls.listPromptNames, {})
    for (const [at, { id }] of prompts.entries()) {
      if (at % 9 === 0) await ada.call(calls.togglePromptPublic, { promptId: id })
    }
    const copy = await copyOf(ada)
    await expectSameAnswers(ada, copy)
    const texts = entries.flatMap((entry) => [
      'name' in entry ? entry.name : '',
      'prompt' in entry ? toPlainText(entry.prompt) : '',
    ])
    const folderIds = [...copy.folders.keys()]
    const scope = fc.record(
      {
        folderId: fc.constantFrom(...folderIds),
        isPublic: fc.constantFrom('0' as const, '1' as const),
        hasVariables: fc.constantFrom('0' as const, '1' as const),
        isFavourite: fc.constantFrom('0' as const, '1' as const),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(searchFrom(texts), fc.option(scope), (search, scope) =>
        expectSameHits(ada, copy, { ...scope, search }),
      ),
      { numRuns: 200, seed },
    )
    for (const search of ['quadruple', 'review']) await expectSameHits(ada, copy, { search })
  })

  it('answers as the server does, for 1,282 real prompts', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const folders = Array.from({ length: 24 }, (_, at): ImportEntry => {
      const parent = at < 4 ? null : Math.floor((at - 4) / 2)
      return { kind: 'folder', in: parent, name: `Code ${at}`, color: '4ECDC4' }
    })
    const prompts = realPrompts.map(({ act, prompt }, at): ImportEntry => {
      const place = at % 30 < 24 ? at % 30 : null
      return { kind: 'prompt', in: place, name: act, prompt, notes: act, color: '4ECDC4' }
    })
    await importAll(ada, [...folders, ...prompts])
    const copy = await copyOf(ada)
    expect(copy.prompts.size).toBe(1_282)
    await expectSameAnswers(ada, copy)
    const common = ['the', 'code 3 write', 'you are', 'linux termnial', 'javascrpt developper']
    for (const search of [...realSearches, ...common]) {
      await expectSameHits(ada, copy, { search })
    }
  })
})

async function importAll(ada: ApiUser, entries: ImportEntry[]): Promise<void> {
  for (const batch of inBatches(entries)) {
    const about = { attempt: 'a'.repeat(32), name: 'library.json', total: entries.length }
    await ada.call(calls.importEntries, { ...about, ...batch })
  }
}

async function copyOf(ada: ApiUser): Promise<LibraryCopy> {
  const copy = new LibraryCopy()
  await catchUp(copy, (call, input) => ada.call(call, input))
  copy.foldAhead(() => false)
  return copy
}

async function expectSameAnswers(ada: ApiUser, copy: LibraryCopy): Promise<void> {
  expect(copy.listFolderTree()).toEqual(await ada.call(calls.listFolderTree, {}))
  expect(copy.listPromptNames()).toEqual(await ada.call(calls.listPromptNames, {}))
  expect(copy.getShelf()).toEqual(await ada.call(calls.getShelf, {}))
  for (const folderId of [null, ...copy.folders.keys()]) {
    expect(copy.listPrompts(folderId)).toEqual(await ada.call(calls.listPrompts, { folderId }))
    expect(copy.listFolders(folderId)).toEqual(await ada.call(calls.listFolders, { folderId }))
    if (folderId === null) continue
    const contents = await ada.call(calls.countFolderContents, { folderId })
    expect(copy.countFolderContents(folderId)).toEqual(contents)
  }
  for (const promptId of [...copy.prompts.keys()].slice(0, 20)) {
    expect(copy.getPrompt(promptId)).toEqual(await ada.call(calls.getPrompt, { promptId }))
  }
}

async function expectSameHits(
  ada: ApiUser,
  copy: LibraryCopy,
  input: z.input<typeof promptCalls.searchPrompts.input>,
): Promise<void> {
  if (!z.safeParse(promptCalls.searchPrompts.input, input).success) return
  const found = await ada.call(calls.searchPrompts, input)
  const copied = findAnswer(copy, calls.searchPrompts, input)
  expect(copied, JSON.stringify(input)).toEqual(found)
}

/** Four hits for `quadruple` and a similar name, and a word that begins only at its second match. */
const rankedNames = [
  ...Array.from({ length: 4 }, (_, at) => `Quadruple ${at}`),
  'Quadrupel',
  'Preview of a review',
]

const words = [
  'straße',
  'STRASSE',
  'über',
  'u\u0308ber',
  'queue',
  'Müller',
  'review',
  'reviewer',
  'translate',
  'translation',
  'summary 10',
  'summary 9',
  'İ',
  'ﬃ',
  '\uFFFD',
  '\uE000',
  '😀',
  '日本語',
  '{name}',
  '{<b>tone</b>}',
  '<b>bold</b>',
  '"quoted"',
  'C:\\dir',
  '%_*[?',
  '…',
  'ab',
]
const text = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...words) },
      fc.string({ maxLength: 5, unit: 'grapheme' }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .chain((parts) => fc.constantFrom(' ', ' ', '\n').map((between) => parts.join(between)))
  .filter((text) => text.isWellFormed() && !/[\0\r]/.test(text))
const name = fc.oneof(
  fc.constantFrom('Review', 'review', 'Réview', 'Summary 2', 'Summary 10', '\uFFFD', '😀'),
  text.map((text) => text.replaceAll('\n', ' ').trim() || 'Name'),
)
const flag = fc.constantFrom(0 as const, 1 as const)
const color = fc.constantFrom('f1f5f9', 'FF6B6B')

/** Nested folders with prompts in them. */
function hostileLibrary(): fc.Arbitrary<ImportEntry[]> {
  const folders = fc.array(
    fc.record({ name, color, isFavourite: flag, place: fc.nat(), isDeep: fc.boolean() }),
    { minLength: 25, maxLength: 25 },
  )
  const prompts = fc.array(
    fc.record({
      name,
      color,
      prompt: text,
      notes: fc.option(text),
      isFavourite: flag,
      place: fc.nat(),
      isUsed: fc.boolean(),
    }),
    { minLength: 130, maxLength: 130 },
  )
  return fc.tuple(folders, prompts).map(([folders, prompts]) => [
    ...folders.map(({ place, isDeep, ...folder }, at): ImportEntry => {
      const parent = at === 0 ? null : isDeep ? at - 1 : place % at
      return { kind: 'folder', in: place % 7 === 0 ? null : parent, ...folder }
    }),
    ...prompts.map(({ place, isUsed, ...prompt }, at): ImportEntry => {
      const usedAt = isUsed ? new Date(Date.UTC(2020, 0, 1, 0, at)).toISOString() : null
      const folder = place % 3 === 0 ? null : place % folders.length
      const updatedAt = new Date(Date.UTC(2021, 0, 1, 0, at % 50)).toISOString()
      return { kind: 'prompt', in: folder, ...prompt, usedAt, updatedAt }
    }),
  ])
}

/** A part of one of the texts, some words of them, a misspelt word, or a text that occurs nowhere. */
function searchFrom(texts: string[]): fc.Arbitrary<string> {
  const piece = fc
    .tuple(fc.constantFrom(...texts), fc.nat(), fc.integer({ min: 3, max: 12 }))
    .map(([text, from, length]) => {
      const characters = Array.from(text)
      const start = from % Math.max(1, characters.length)
      return characters.slice(start, start + length).join('')
    })
  const several = fc.array(piece, { minLength: 2, maxLength: 3 }).map((parts) => parts.join(' '))
  const misspelt = fc.constantFrom('reviwe', 'transaltion', 'sumary', 'reviewr translat', '/rev')
  return fc.oneof({ weight: 3, arbitrary: piece }, several, misspelt, text)
}
