import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import { realPrompts } from '#bench/data/library.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const Queries = z.array(z.object({ search: z.string(), wanted: z.string() }))
const file = new URL('../../tests/fixtures/search-queries.json', import.meta.url)
const queries = z.parse(Queries, JSON.parse(await readFile(file, 'utf8')))

describe.each(databases)('Searches among the real prompts, on $name', (database) => {
  const it = libraryTest(database)

  it(
    'find 57 of 60 wanted prompts among the first three',
    { timeout: 120_000 },
    async ({ app }) => {
      const ada = await app.signUp()
      await app.liftLimits()
      const prompts = await realPrompts()
      for (const { name, prompt } of prompts) {
        await ada.makePrompt(name.trim().slice(0, 200), { prompt: toStoredForm(prompt) })
      }
      const misses: string[] = []
      for (const { search, wanted } of queries) {
        const found = await ada.call(calls.searchPrompts, { search })
        const names = [...found.prompts, ...(found.similar ?? [])].map(({ name }) => name)
        if (names.slice(0, 3).includes(wanted)) continue
        misses.push(
          `${search}: ${wanted} is at ${names.indexOf(wanted)}, after ${names.slice(0, 3).join(', ')}`,
        )
      }
      if (misses.length > 0) console.log(misses.join('\n'))
      expect(queries).toHaveLength(60)
      expect(misses.length).toBeLessThanOrEqual(3)
    },
  )
})
