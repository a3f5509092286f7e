import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { foldAtLength, foldForSearch } from '#contract/library/search/folding.ts'
import { isSearchable } from '#contract/library/search/searchable.ts'
import type { ImportEntry } from '#contract/transfer/import.ts'
import { inBatches } from '#contract/transfer/to-entries.ts'
import { toPlainText, variableNames } from '#contract/variables/variables.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

describe.each(databases)('Searching on $name', (database) => {
  const it = libraryTest(database)

  it.for(['small', 'large'])(
    'finds the same as reading every text of a %s library, for any query',
    async (size, { app }) => {
      const ada = await app.signUp()
      await app.liftLimits()
      const library = new Map<string, string[]>()
      const names = new Map<string, string>()
      const folderId = await ada.makeFolder('Half of them')
      const inner = await ada.makeFolder('A quarter', folderId)
      const places = new Map<string, { folderId: string | null; isPublic: boolean }>()
      for (const [name, prompt, notes] of fc.sample(fc.tuple(someText(), someText(), someText()), {
        numRuns: 60,
        seed: 7,
      })) {
        const shownName = `${name}x`
        const place = [null, folderId, inner, null][library.size % 4] ?? null
        const id = await ada.makePrompt(shownName, { prompt, notes, folderId: place })
        const isPublic = library.size % 3 === 0
        if (isPublic) await ada.call(calls.togglePromptPublic, { promptId: id })
        places.set(id, { folderId: place, isPublic })
        library.set(id, [shownName, prompt, notes])
        names.set(await ada.makeFolder(shownName), shownName)
      }
      // Enough that the database's index is used, too.
      const others = Array.from({ length: 420 }, (_, at): ImportEntry => {
        return {
          kind: 'prompt',
          in: null,
          name: `${at}`,
          prompt: '…',
          notes: null,
          color: '4ECDC4',
        }
      })
      for (const batch of inBatches(others)) {
        const about = { attempt: 'a'.repeat(32), name: 'others.json', total: others.length }
        await ada.call(calls.importEntries, { ...about, ...batch })
      }
      const texts = [...library.values()].flatMap(([name = '', prompt = '', notes = '']) => [
        name.trim(),
        toPlainText(prompt),
        notes,
      ])
      if (size === 'large') await app.lookLarge()
      await fc.assert(
        fc.asyncProperty(searchFrom(texts), async (search) => {
          fc.pre(isSearchable(search) && search.trim().length <= 200)
          const found = await ada.call(calls.searchPrompts, { search })
          const expectedPrompts = [...library]
            .filter(([, [name = '', prompt = '', notes = '']]) =>
              isFound([name.trim(), toPlainText(prompt), notes], search),
            )
            .map(([id]) => id)
          const expectedFolders = [...names]
            .filter(([, name]) => isFound([name.trim()], search))
            .map(([id]) => id)
          expect(found.prompts.map((hit) => hit.id).toSorted()).toEqual(expectedPrompts.toSorted())
          const scoped = await ada.call(calls.searchPrompts, {
            search,
            isPublic: '0',
            hasVariables: '1',
            ...(search.length % 2 === 0 && { folderId }),
          })
          const expectedInScope = expectedPrompts.filter((id) => {
            const place = places.get(id)
            const isThere = search.length % 2 === 1 || place?.folderId != null
            const [, prompt = ''] = library.get(id) ?? []
            return isThere && place?.isPublic === false && variableNames(prompt).length > 0
          })
          expect(scoped.prompts.map((hit) => hit.id).toSorted()).toEqual(expectedInScope.toSorted())
          expect(found.folders.map((hit) => hit.id).toSorted()).toEqual(expectedFolders.toSorted())
        }),
        { numRuns: 100, seed: 11 },
      )
    },
  )
})

const words = [
  'straße',
  'STRASSE',
  'Maß',
  'ẞ',
  'über',
  'u\u0308ber',
  'Ärger',
  '😀',
  '👩‍👩‍👧',
  "it's",
  '"quoted"',
  '100%',
  'a_b',
  'C:\\dir',
  'NEAR',
  'AND',
  'OR NOT',
  '*',
  '^',
  'col:x',
  '(',
  '{name}',
  '{<b>name</b>}',
  '%',
  '_',
  '\\',
  "'",
  '""',
  ' ',
  '\t',
  'İ',
  'ı',
  'ǆ',
  'ﬃ',
  '日本語',
  'x',
  'ab',
]

function someText() {
  return fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...words) },
        fc.string({ maxLength: 5, unit: 'grapheme' }),
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((parts) => parts.join(' '))
    .filter((text) => text.isWellFormed() && !text.includes('\0') && !text.includes('\r'))
}

/** A part of one of the texts, in any case, or a text that occurs nowhere. */
function searchFrom(texts: string[]) {
  const piece = fc
    .tuple(
      fc.constantFrom(...texts),
      fc.nat(),
      fc.integer({ min: 3, max: 12 }),
      fc.constantFrom('as it is', 'upper', 'lower'),
    )
    .map(([text, from, length, letterCase]) => {
      const characters = Array.from(text)
      const start = from % Math.max(1, characters.length)
      const part = characters.slice(start, start + length).join('')
      if (letterCase === 'as it is') return part
      return letterCase === 'upper' ? part.toUpperCase() : part.toLowerCase()
    })
  return fc.oneof({ weight: 4, arbitrary: piece }, someText())
}

/** Whether one of the texts contains the query, or they contain all of its words. */
function isFound(texts: string[], search: string): boolean {
  const query = search.trim()
  const contain = (part: string) => {
    const folded = foldForSearch(part)
    const isLong = Array.from(folded).length >= 3
    const needle = isLong ? folded : foldAtLength(part)
    const inWords = (text: string) =>
      foldAtLength(text)
        .split(/[^\p{L}\p{M}\p{N}]+/u)
        .some((word) => foldForSearch(word) !== word && word.includes(needle))
    return texts.some((text) => foldForSearch(text).includes(needle) || inWords(text))
  }
  if (contain(query)) return true
  const words = query.split(/\s+/)
  const isIndexed = (word: string) =>
    Array.from(foldForSearch(word)).length >= 3 || Array.from(foldAtLength(word)).length >= 3
  return words.length > 1 && words.some(isIndexed) && words.every(contain)
}
