import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { databases } from '#tests/support/databases.ts'
import { checkRows } from '#tests/faults/support/check-rows.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const missing = [404, 'not_found']
const usual = { name: 'Usual', values: [{ name: 'topic', value: ' the sea\n{topic} “ß” ' }] }
const other = { name: 'Other', values: [{ name: 'topic', value: '' }] }

describe.each(databases)('Value sets on $name', (database) => {
  const it = libraryTest(database)

  it('are returned as saved, in the same order', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    await ada.call(calls.saveValueSet, { promptId, ...usual })
    await ada.call(calls.saveValueSet, { promptId, ...other, name: '  Other ' })
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    expect(prompt.valueSets).toEqual([usual, other])
    await checkRows(app.location)
  })

  it('replace the set of the same name, in its position', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    await ada.call(calls.saveValueSet, { promptId, ...usual })
    await ada.call(calls.saveValueSet, { promptId, ...other })
    await ada.call(calls.saveValueSet, { promptId, ...other, name: 'Usual' })
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    expect(prompt.valueSets).toEqual([{ ...other, name: 'Usual' }, other])
    await checkRows(app.location)
  })

  it('can be deleted twice', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    await ada.call(calls.saveValueSet, { promptId, ...usual })
    await ada.call(calls.deleteValueSet, { promptId, name: 'Usual' })
    await ada.call(calls.deleteValueSet, { promptId, name: 'Usual' })
    expect((await ada.call(calls.getPrompt, { promptId })).prompt.valueSets).toEqual([])
    await checkRows(app.location)
  })

  it('do not change `updatedAt` of their prompt: an open form can still be saved', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const { updatedAt } = (await ada.call(calls.getPrompt, { promptId })).prompt
    app.clock.now += 1000
    await ada.call(calls.saveValueSet, { promptId, ...usual })
    const edit = { promptId, updatedAt, name: 'Ode', color: 'f1f5f9', prompt: 'About {topic}' }
    await ada.call(calls.updatePrompt, edit)
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    expect(prompt).toMatchObject({ name: 'Ode', valueSets: [usual] })
  })

  it('stay when their prompt is edited, moved and shared, and are not shared with it', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    await ada.call(calls.saveValueSet, { promptId, ...usual })
    const folderId = await ada.makeFolder('Poems')
    await ada.call(calls.movePrompt, { promptId, folderId })
    await ada.call(calls.updatePrompt, { promptId, name: 'Ode', color: 'f1f5f9', prompt: 'x' })
    await ada.call(calls.togglePromptPublic, { promptId })
    expect((await ada.call(calls.getPrompt, { promptId })).prompt.valueSets).toEqual([usual])
    const shared = await app.visitor().call(calls.getSharedPrompt, { promptId })
    expect(JSON.stringify(shared)).not.toContain('sea')
    await checkRows(app.location)
  })

  it('are limited in number and length, and a rejected change has no effect', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    for (let count = 1; count <= limits.valueSets; count++) {
      await ada.call(calls.saveValueSet, { promptId, name: `Set ${count}`, values: [] })
    }
    expect(await ada.failure(calls.saveValueSet, { promptId, ...usual })).toEqual([
      403,
      'value_set_limit_reached',
    ])
    // A full prompt's sets can still be replaced.
    await ada.call(calls.saveValueSet, { promptId, ...usual, name: 'Set 7' })

    const long = [{ name: 'topic', value: 'x'.repeat(limits.valueSetsLength) }]
    const half = [{ name: 'topic', value: 'x'.repeat(limits.valueSetsLength / 2) }]
    const tooLong = { promptId, name: 'Set 1', values: long }
    expect(await ada.failure(calls.saveValueSet, tooLong)).toEqual([400, 'values_too_long'])
    await ada.call(calls.saveValueSet, { promptId, name: 'Set 1', values: half })
    const secondHalf = { promptId, name: 'Set 2', values: half }
    expect(await ada.failure(calls.saveValueSet, secondHalf)).toEqual([400, 'values_too_long'])
    const { valueSets } = (await ada.call(calls.getPrompt, { promptId })).prompt
    expect(valueSets).toHaveLength(limits.valueSets)
    expect(valueSets[1]).toEqual({ name: 'Set 2', values: [] })
    await checkRows(app.location)
  })

  it.for([
    ['without a name', { name: ' ' }, 'name_missing'],
    ['with a name that is too long', { name: 'x'.repeat(201) }, 'name_too_long'],
    ['with a NUL', { values: [{ name: 'a', value: '\0' }] }, 'invalid_characters'],
    ['with half a pair', { values: [{ name: '\uD800', value: '' }] }, 'invalid_characters'],
    ['with values that are none', { values: 'x' }, 'invalid_request'],
  ] as const)('are not saved %s', async ([, change, code], { app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const input = { promptId, ...usual, ...change }
    expect(await ada.failure(calls.saveValueSet, input)).toEqual([400, code])
  })

  it('of other accounts are not found', async ({ app }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    const promptId = await ada.makePrompt('Poem')
    await ada.call(calls.saveValueSet, { promptId, ...usual })
    await ada.call(calls.togglePromptPublic, { promptId })
    for (const id of [promptId, 'not-an-id']) {
      const ofAda = { promptId: id, name: 'Usual' }
      expect(await eve.failure(calls.saveValueSet, { ...ofAda, values: [] })).toEqual(missing)
      expect(await eve.failure(calls.deleteValueSet, ofAda)).toEqual(missing)
    }
    expect(await app.visitor().failure(calls.deleteValueSet, { promptId, name: 'Usual' })).toEqual([
      401,
      'not_logged_in',
    ])
    expect((await ada.call(calls.getPrompt, { promptId })).prompt.valueSets).toEqual([usual])
  })

  it('that were changed elsewhere are neither replaced nor deleted', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const changed = [409, 'changed_elsewhere']
    const first = { promptId, ...usual, former: null }
    await ada.call(calls.saveValueSet, first)
    // The response may have been lost.
    await ada.call(calls.saveValueSet, first)
    const second = { ...first, values: other.values }
    expect(await ada.failure(calls.saveValueSet, second)).toEqual(changed)
    await ada.call(calls.saveValueSet, { ...second, former: usual.values })
    const stale = { promptId, name: usual.name, former: usual.values }
    expect(await ada.failure(calls.deleteValueSet, stale)).toEqual(changed)
    const { valueSets } = (await ada.call(calls.getPrompt, { promptId })).prompt
    expect(valueSets).toEqual([{ ...usual, values: other.values }])
    for (let time = 0; time < 2; time++) {
      await ada.call(calls.deleteValueSet, { ...stale, former: other.values })
    }
    expect((await ada.call(calls.getPrompt, { promptId })).prompt.valueSets).toEqual([])
  })

  it('saved concurrently are all stored', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const names = Array.from({ length: 8 }, (_, n) => `Tab ${n}`)
    await Promise.all(
      names.map((name) => ada.call(calls.saveValueSet, { promptId, name, values: [] })),
    )
    const { valueSets } = (await ada.call(calls.getPrompt, { promptId })).prompt
    expect(valueSets.map(({ name }) => name).toSorted()).toEqual(names)
  })

  it('are deleted with their prompt', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    await ada.call(calls.saveValueSet, { promptId, ...usual })
    await ada.call(calls.deletePrompt, { promptId })
    expect(await ada.failure(calls.deleteValueSet, { promptId, name: 'Usual' })).toEqual(missing)
    expect(await app.db.selectFrom('libraries').select('stored_bytes').execute()).toEqual([
      { stored_bytes: 0 },
    ])
    await checkRows(app.location)
  })
})

describe.each(databases)('My values on $name', (database) => {
  const it = libraryTest(database)
  const mine = [
    { name: 'my name', value: 'Ada' },
    { name: 'my signature', value: 'Ada\nLondon' },
  ]

  it('are empty at first, and returned as set', async ({ app }) => {
    const ada = await app.signUp()
    expect(await ada.call(calls.getMyValues, {})).toMatchObject({ values: [] })
    await ada.call(calls.setMyValues, { values: mine })
    expect(await ada.call(calls.getMyValues, {})).toMatchObject({ values: mine })
    await ada.call(calls.setMyValues, { values: mine.slice(1) })
    expect(await ada.call(calls.getMyValues, {})).toMatchObject({ values: mine.slice(1) })
    await ada.call(calls.setMyValues, { values: [] })
    expect(await ada.call(calls.getMyValues, {})).toMatchObject({ values: [] })
  })

  it('that were changed elsewhere are not replaced', async ({ app }) => {
    const ada = await app.signUp()
    const [first, second] = [mine.slice(1), mine.slice(0, 1)]
    await ada.call(calls.setMyValues, { values: first, former: [] })
    // The response may have been lost.
    await ada.call(calls.setMyValues, { values: first, former: [] })
    expect(await ada.failure(calls.setMyValues, { values: second, former: [] })).toEqual([
      409,
      'changed_elsewhere',
    ])
    expect(await ada.call(calls.getMyValues, {})).toMatchObject({ values: first })
    await ada.call(calls.setMyValues, { values: second, former: first })
    expect(await ada.call(calls.getMyValues, {})).toMatchObject({ values: second })
  })

  it('set concurrently do not replace each other', async ({ app }) => {
    const ada = await app.signUp()
    const inTabs = Array.from({ length: 6 }, (_, n) => [{ name: `tab ${n}`, value: '' }])
    const outcomes = await Promise.allSettled(
      inTabs.map((values) => ada.call(calls.setMyValues, { values, former: [] })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('have names normalised as in variables', async ({ app }) => {
    const ada = await app.signUp()
    await ada.call(calls.setMyValues, { values: [{ name: '  my  name ', value: 'Ada' }] })
    expect(await ada.call(calls.getMyValues, {})).toMatchObject({ values: mine.slice(0, 1) })
  })

  it('are offered for the variables of the library, ignoring case', async ({ app }) => {
    const ada = await app.signUp()
    const bob = await app.signUp('bob@example.com')
    expect(await ada.call(calls.listVariableNames, {})).toEqual({ names: [] })
    const bodies = ['{KUNDE} {Kunde} {tone}', 'An {kunde}', 'None', '{<b>json</b>} {Kunde}']
    for (const prompt of bodies) await ada.makePrompt('Letter', { prompt })
    const literal = [{ name: 'json', kind: 'literal' }]
    const edit = { name: 'x', color: 'f1f5f9', prompt: '{<b>json</b>}', variables: literal }
    await ada.call(calls.createPrompt, edit)
    await bob.makePrompt('His', { prompt: '{kunde} {secret}' })
    const { names } = await ada.call(calls.listVariableNames, {})
    expect(names.map(({ name, prompts }) => [name.toLowerCase(), prompts])).toEqual([
      ['kunde', 3],
      ['json', 1],
      ['tone', 1],
    ])
  })

  it("are the account's own", async ({ app }) => {
    const ada = await app.signUp()
    const bob = await app.signUp('bob@example.com')
    await ada.call(calls.setMyValues, { values: mine })
    expect(await bob.call(calls.getMyValues, {})).toMatchObject({ values: [] })
    const loggedOut = [401, 'not_logged_in']
    expect(await app.visitor().failure(calls.getMyValues, {})).toMatchObject(loggedOut)
    expect(await app.visitor().failure(calls.setMyValues, { values: mine })).toEqual(loggedOut)
  })

  it.for([
    [
      'that are too many',
      Array.from({ length: limits.myValues + 1 }, (_, n) => ({ name: `v${n}`, value: '' })),
      'my_value_limit_reached',
    ],
    [
      'that are too long',
      [{ name: 'a', value: 'x'.repeat(limits.myValuesLength) }],
      'my_values_too_long',
    ],
    ['without a name', [{ name: ' ', value: 'x' }], 'name_missing'],
    ['of what is no variable', [{ name: '{x}', value: '' }], 'variable_name_invalid'],
    ['with markup for a name', [{ name: '<b>', value: '' }], 'variable_name_invalid'],
    [
      'of one variable twice',
      [
        { name: 'a b', value: '1' },
        { name: ' a  b', value: '2' },
      ],
      'value_named_twice',
    ],
    ['with a NUL', [{ name: 'a', value: '\0' }], 'invalid_characters'],
    ['that are none', 'x', 'invalid_request'],
  ] as const)('%s are refused, and the former ones stay', async ([, values, code], { app }) => {
    const ada = await app.signUp()
    await ada.call(calls.setMyValues, { values: mine })
    expect(await ada.failure(calls.setMyValues, { values })).toEqual([400, code])
    expect(await ada.call(calls.getMyValues, {})).toMatchObject({ values: mine })
  })

  it('are in the download of the account, with the sets of its prompts', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    await ada.call(calls.saveValueSet, { promptId, ...usual })
    await ada.call(calls.setMyValues, { values: mine })
    const held = await ada.call(calls.downloadAccount, {})
    expect(held).toMatchObject({ myValues: mine, prompts: [{ valueSets: [usual] }] })
  })

  it('are deleted with the account', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    await ada.call(calls.saveValueSet, { promptId, ...usual })
    await ada.call(calls.setMyValues, { values: mine })
    await ada.call(calls.deleteAccount, {})
    expect(await app.db.selectFrom('libraries').selectAll().execute()).toEqual([])
    expect(await app.db.selectFrom('prompts').selectAll().execute()).toEqual([])
    const again = await app.signUp()
    expect(await again.call(calls.getMyValues, {})).toMatchObject({ values: [] })
  })
})
