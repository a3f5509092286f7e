import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

describe.each(databases)('The list of skills on $name', (database) => {
  const it = libraryTest(database)

  it('has the prompts with a short name, in that order, with their inputs', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const folderId = await ada.makeFolder('Work')
    const inner = await ada.makeFolder('Inner', folderId)
    await ada.makePrompt('Not named')
    const color = 'f1f5f9'
    const make = (input: object) =>
      ada.call(calls.createPrompt, { name: 'P', color, prompt: 'x', ...input })
    await make({ shortName: 'b', notes: '\nFirst\nsecond', folderId: inner })
    await make({
      shortName: 'a',
      whenToUse: 'Now and then',
      prompt: 'On {one} and {two} and {three}',
      variables: [
        { name: 'two', kind: 'choice', options: [{ value: 'x', label: 'X' }, { value: 'y' }] },
        { name: 'three', kind: 'literal' },
      ],
    })
    await make({ shortName: 'c', name: 'Title' })
    const { skills } = await ada.call(calls.listSkills, {})
    expect(skills).toMatchObject([
      {
        name: 'P',
        shortName: 'a',
        description: 'Now and then',
        inputs: [
          { name: 'one', kind: 'text' },
          { name: 'two', kind: 'choice', options: ['X', 'y'] },
        ],
      },
      { shortName: 'b', description: 'First', inputs: [] },
      { shortName: 'c', description: 'Title', inputs: [] },
    ])
    const named = async (input: object) =>
      (await ada.call(calls.listSkills, input)).skills.map(({ shortName }) => shortName)
    expect(await named({ folderId })).toEqual(['b'])
    expect(await named({ after: 'a' })).toEqual(['b', 'c'])
    expect(await named({ shortName: 'c' })).toEqual(['c'])
    expect(await named({ shortName: 'c', folderId })).toEqual([])
    expect(await ada.failure(calls.listSkills, { after: 'A' })).toEqual([400, 'short_name_invalid'])
  })

  it('ends at half a megabyte, and continues from there', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    // Each input has a long help.
    const names = Array.from({ length: limits.skillInputs }, (_, at) => `v${at}`)
    const variables = names.map((name) => ({ name, kind: 'text', help: 'ä'.repeat(1000) }))
    const prompt = [...names, 'more'].map((name) => `{${name}}`).join('')
    for (let at = 10; at < 40; at++) {
      const input = { name: 'P', shortName: `p-${at}`, color: 'f1f5f9', prompt, variables }
      await ada.call(calls.createPrompt, input)
    }
    const first = await ada.call(calls.listSkills, {})
    expect(first.hasMore).toBe(true)
    expect(JSON.stringify(first).length).toBeLessThan(limits.skillsBytes + 100_000)
    for (const { inputs } of first.skills) expect(inputs).toHaveLength(limits.skillInputs)
    const after = first.skills.at(-1)?.shortName
    const rest = await ada.call(calls.listSkills, { after })
    expect(first.skills.length + rest.skills.length).toBe(30)
  })
})
