import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

describe.each(databases)('Two clients that change one prompt on $name', (database) => {
  const test = libraryTest(database)
  const text = (name: string) => ({ name, color: 'f1f5f9', prompt: `Says ${name}`, notes: null })

  test('one after the other: the one with the older version gets a conflict', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('First')
    const { updatedAt } = (await ada.call(calls.getPrompt, { promptId })).prompt
    app.clock.now += 1000
    await ada.call(calls.updatePrompt, { promptId, updatedAt, ...text('Second') })
    const late = { promptId, updatedAt, ...text('Third') }
    expect(await ada.failure(calls.updatePrompt, late)).toEqual([409, 'prompt_changed'])
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    expect(prompt.name).toBe('Second')
    await ada.call(calls.updatePrompt, { ...late, updatedAt: prompt.updatedAt })
    // Who does not say what they saw means whatever is there.
    await ada.call(calls.updatePrompt, { promptId, ...text('Fourth') })
    expect((await ada.call(calls.getPrompt, { promptId })).prompt.name).toBe('Fourth')
  })

  test('at the same time: exactly one gets a conflict', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('First')
    const { updatedAt } = (await ada.call(calls.getPrompt, { promptId })).prompt
    app.clock.now += 1000
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        ada.send(calls.updatePrompt, { promptId, updatedAt, ...text(`Tab ${n}`) }),
      ),
    )
    expect(outcomes.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(7).fill(409),
    ])
  })

  test('a retry of a change whose answer was lost succeeds', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('First')
    const { updatedAt } = (await ada.call(calls.getPrompt, { promptId })).prompt
    app.clock.now += 1000
    const change = { promptId, updatedAt, ...text('Second') }
    await ada.call(calls.updatePrompt, change)
    await ada.call(calls.updatePrompt, change)
  })
})
