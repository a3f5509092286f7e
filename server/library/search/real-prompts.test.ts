import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import type { ImportEntry } from '#contract/transfer/import.ts'
import { LibraryFile } from '#contract/transfer/library-file.ts'
import { inBatches } from '#contract/transfer/to-entries.ts'
import { toPlainText } from '#contract/variables/variables.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const file = new URL('../../../tests/fixtures/prompts.csv', import.meta.url)
const prompts = parse(readFileSync(file), { columns: true, bom: true }) as unknown as {
  act: string
  prompt: string
}[]

/** Searches as people type them, with the expected prompt; written before any of them was run. */
const queries = z.parse(
  z.array(z.object({ search: z.string(), wanted: z.string() })),
  JSON.parse(
    readFileSync(new URL('../../../tests/fixtures/search-queries.json', import.meta.url), 'utf8'),
  ),
)

describe.each(databases)('The 1,282 real prompts on $name', (database) => {
  const it = libraryTest(database)

  it('are imported and exported byte for byte, every eighth is found by a phrase, and 57 of 60 by typical searches', async ({
    app,
  }) => {
    expect(prompts).toHaveLength(1_282)
    const ada = await app.signUp()
    await app.liftLimits()
    const entries = prompts.map(({ act, prompt }): ImportEntry => {
      return { kind: 'prompt', in: null, name: act, prompt, notes: null, color: '4ECDC4' }
    })
    for (const batch of inBatches(entries)) {
      const about = { attempt: 'a'.repeat(32), name: 'prompts.csv', total: entries.length }
      await ada.call(calls.importEntries, { ...about, ...batch })
    }
    const file = z.parse(LibraryFile, await ada.call(calls.exportLibrary, {}))
    const ids = file.prompts.map(({ id }) => id)
    expect(file.prompts.map(({ prompt }) => prompt)).toEqual(
      prompts.map(({ prompt }) => prompt.replaceAll(/\r\n?/g, '\n')),
    )
    await inTurns(prompts, async ({ act, prompt }, index) => {
      if (index % 8 !== 0) return
      const search = phraseFromMiddle(toPlainText(prompt.replaceAll(/\r\n?/g, '\n')))
      const found = await ada.call(calls.searchPrompts, { search })
      // Some prompts exist more than once; a hundred hits would hide one.
      const hit = found.hasMore || found.prompts.some(({ id }) => id === ids[index])
      expect(hit, `${act}: ${search}`).toBe(true)
    })

    const misses: string[] = []
    for (const { search, wanted } of queries) {
      const { prompts: hits, similar = [] } = await ada.call(calls.searchPrompts, { search })
      const names = [...hits, ...similar].map(({ name }) => name)
      if (names.slice(0, 3).includes(wanted)) continue
      const place = `${names.indexOf(wanted)}, after ${names.slice(0, 3).join(', ')}`
      misses.push(`${search}: ${wanted} is at ${place}`)
    }
    if (misses.length > 0) console.log(misses.join('\n'))
    expect(queries).toHaveLength(60)
    expect(misses.length).toBeLessThanOrEqual(3)
  })
})

function phraseFromMiddle(text: string): string {
  const characters = Array.from(text)
  const middle = Math.floor(characters.length / 2)
  for (let start = middle; start >= 0; start--) {
    const phrase = characters
      .slice(start, start + 40)
      .join('')
      .trim()
    if (Array.from(phrase).length >= 3) return phrase
  }
  return text
}

/** Does the same with each, a few concurrently, as browsers would. */
async function inTurns<Item, Result>(
  items: Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return results
}
