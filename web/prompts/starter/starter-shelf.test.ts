import { describe, expect, test } from 'vitest'
import { promptCalls } from '#contract/library/prompts.ts'
import { settingProblem } from '#web/prompts/editor/settings/setting-edits.ts'
import { variableNames } from '#contract/variables/variables.ts'
import { languageCodes } from '#languages/languages.ts'
import { loadStarterShelf } from './starter-shelf.ts'

/** The number of prompts in the free plan. */
const room = 10

describe.each(languageCodes)('The starter shelf in the language %s', (language) => {
  test('leaves a new account room for its own prompts', async () => {
    const { library } = await loadStarterShelf(language)
    expect(library.prompts).toHaveLength(8)
    expect(library.prompts.length).toBeLessThan(room)
  })

  test('has no prompt that would be rejected, and no setting without its variable', async () => {
    const { library, samples } = await loadStarterShelf(language)
    for (const prompt of library.prompts) {
      expect(promptCalls.createPrompt.input.safeParse({ ...prompt, folderId: null }).success).toBe(
        true,
      )
      const names = prompt.variables.map(({ name }) => name)
      expect(variableNames(prompt.prompt)).toEqual(expect.arrayContaining(names))
      expect(prompt.variables.map(settingProblem)).not.toContainEqual(expect.anything())
    }
    expect(samples).toHaveLength(3)
  })

  test('shows each kind of variable', async () => {
    const { library } = await loadStarterShelf(language)
    const kinds = library.prompts.flatMap(({ variables }) => variables.map(({ kind }) => kind))
    expect([...new Set(kinds)].toSorted()).toEqual([
      'choice',
      'date',
      'long',
      'number',
      'switch',
      'text',
    ])
  })
})
