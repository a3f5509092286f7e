import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { checkRows } from '#tests/faults/support/check-rows.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
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
    // Without `updatedAt`, any state is replaced.
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

  test('a retry of a change whose response was lost succeeds', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('First')
    const { updatedAt } = (await ada.call(calls.getPrompt, { promptId })).prompt
    app.clock.now += 1000
    const change = { promptId, updatedAt, ...text('Second') }
    await ada.call(calls.updatePrompt, change)
    await ada.call(calls.updatePrompt, change)
  })
})

describe.each(databases)('Renaming a variable on $name', (database) => {
  const test = libraryTest(database)
  const edit = { name: 'Poem', color: 'f1f5f9', notes: null }
  const values = [
    { name: 'a', value: 'kept' },
    { name: 'b', value: 'too' },
  ]
  const setsOf = async (ada: ApiUser, promptId: string) =>
    (await ada.call(calls.getPrompt, { promptId })).prompt.valueSets.map((set) => set.values)

  test('keeps its values with the renames from the client', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem', { prompt: 'About {a} and {b}' })
    await ada.call(calls.saveValueSet, { promptId, name: 'S', values })
    const renames = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ]
    await ada.call(calls.updatePrompt, { ...edit, promptId, prompt: 'Of {b} or {a}', renames })
    expect(await setsOf(ada, promptId)).toEqual([
      [
        { name: 'b', value: 'kept' },
        { name: 'a', value: 'too' },
      ],
    ])
    await checkRows(app.location)
  })

  test('keeps its values if the texts imply the rename, and when renamed back', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem', { prompt: 'About {a} and {b}' })
    await ada.call(calls.saveValueSet, { promptId, name: 'S', values })
    const renamed = 'About {<b>alpha</b>} and {<b>b</b>}\nNew'
    await ada.call(calls.updatePrompt, { ...edit, promptId, prompt: renamed })
    expect((await setsOf(ada, promptId))[0]?.[0]).toEqual({ name: 'alpha', value: 'kept' })
    await ada.call(calls.updatePrompt, { ...edit, promptId, prompt: 'About {a} and {b}' })
    expect(await setsOf(ada, promptId)).toEqual([values])
    await ada.call(calls.updatePrompt, { ...edit, promptId, prompt: 'Nothing of {it} but {b}' })
    expect(await setsOf(ada, promptId)).toEqual([values])
  })

  test('is refused if the name would make its values exceed their limit', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem', { prompt: 'About {a}' })
    const many = Array.from({ length: 100 }, () => ({ name: 'a', value: '' }))
    await ada.call(calls.saveValueSet, { promptId, name: 'S', values: many })
    const to = 'x'.repeat(limits.variableTextLength)
    const renames = [{ from: 'a', to }]
    const input = { ...edit, promptId, prompt: `About {${to}}`, renames }
    expect(await ada.failure(calls.updatePrompt, input)).toEqual([400, 'values_too_long'])
    expect(await setsOf(ada, promptId)).toEqual([many])
  })
})
