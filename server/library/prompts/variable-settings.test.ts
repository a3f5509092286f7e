import * as fc from 'fast-check'
import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { databases } from '#tests/support/databases.ts'
import { checkRows } from '#tests/faults/support/check-rows.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const text = { name: 'Poem', color: 'f1f5f9' }
const body = 'A {form} about {<b>topic</b>}, of {lines} lines{, signed}. {a: "b"}'
/** Includes one of a kind and one with a field of a later release. */
const settings: VariableSetting[] = [
  {
    name: 'form',
    kind: 'choice',
    options: [{ value: 'sonnet', label: 'A sonnet' }, { value: 'haiku' }],
    open: true,
    default: 'haiku',
  },
  { name: 'topic', kind: 'long', help: 'What it is “about”\n', required: true },
  { name: 'lines', kind: 'number', min: 1, max: 14.5, step: 0.5, color: ['a', { b: null }] },
  { name: ', signed', kind: 'melody', whenEmpty: 'nothing' },
]

describe.each(databases)('Settings of variables on $name', (database) => {
  const it = libraryTest(database)

  it('are returned exactly: to their owner, to visitors and in the download', async ({ app }) => {
    const ada = await app.signUp()
    const { id: promptId } = await ada.call(calls.createPrompt, {
      ...text,
      prompt: body,
      variables: settings,
    })
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    expect(prompt).toMatchObject({ prompt: body, variables: settings })
    await ada.call(calls.togglePromptPublic, { promptId })
    const shared = await app.visitor().call(calls.getSharedPrompt, { promptId })
    expect(shared).toMatchObject({ prompt: body, variables: settings })
    const held = await ada.call(calls.downloadAccount, {})
    expect(held).toMatchObject({ prompts: [{ prompt: body, variables: settings }] })
    await checkRows(app.location)
  })

  it('are replaced by those of an edit, and dropped if a name is no longer in the text', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const { id: promptId } = await ada.call(calls.createPrompt, {
      ...text,
      prompt: body,
      variables: settings,
    })
    const topic = { name: 'topic', kind: 'text', default: 'rain' }
    await ada.call(calls.updatePrompt, {
      promptId,
      ...text,
      prompt: 'About {topic}',
      variables: [{ name: 'gone', kind: 'date' }, topic],
    })
    const { prompt } = await ada.call(calls.getPrompt, { promptId })
    expect(prompt.variables).toEqual([topic])
    await ada.call(calls.updatePrompt, { promptId, ...text, prompt: 'None', variables: [] })
    await ada.call(calls.updatePrompt, { promptId, ...text, prompt: 'About {topic}' })
    expect((await ada.call(calls.getPrompt, { promptId })).prompt.variables).toEqual([])
    await checkRows(app.location)
  })

  it('remain as long as their name is in the text, whichever client edits', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem', { prompt: '' })
    const names = ['a', 'b', 'c']
    const list = fc.uniqueArray(fc.constantFrom(...names))
    // A client that does not know settings sends none.
    const edit = fc.record({ inText: list, set: fc.option(list, { nil: undefined }), n: fc.nat(9) })
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 8 }), async (edits) => {
        await ada.call(calls.updatePrompt, { promptId, ...text, prompt: '', variables: [] })
        let expected: VariableSetting[] = []
        for (const { inText, set, n } of edits) {
          const prompt = inText.map((name) => `{${name}}`).join(' ')
          const variables = set?.map((name) => ({ name, kind: 'text', default: `${n}` }))
          await ada.call(calls.updatePrompt, {
            promptId,
            ...text,
            prompt,
            ...(variables && { variables }),
          })
          const known = new Map((variables ?? expected).map((setting) => [setting.name, setting]))
          expected = inText.flatMap((name) => known.get(name) ?? [])
          const stored = (await ada.call(calls.getPrompt, { promptId })).prompt
          expect(stored.variables).toEqual(expected)
        }
      }),
      { numRuns: 20 },
    )
    await checkRows(app.location)
  })

  it('that mark a variable as literal remove it from the count on the card', async ({ app }) => {
    const ada = await app.signUp()
    await ada.call(calls.createPrompt, {
      ...text,
      prompt: '{a} {b}',
      variables: [{ name: 'b', kind: 'literal' }],
    })
    expect((await ada.call(calls.listPrompts, {})).prompts).toMatchObject([{ variableCount: 1 }])
  })

  it.for([
    ['without a kind', [{ name: 'topic' }], 'invalid_request'],
    ['without a name', [{ name: '', kind: 'text' }], 'invalid_request'],
    ['with a step of nothing', [{ name: 'topic', kind: 'number', step: 0 }], 'invalid_request'],
    ['with a NUL', [{ name: 'topic', kind: 'text', help: '\0' }], 'invalid_characters'],
    [
      'with a choice of 101',
      [{ name: 'a', kind: 'choice', options: Array.from({ length: 101 }, () => ({ value: 'x' })) }],
      'too_many_options',
    ],
    [
      'with a label that is too long',
      [{ name: 'a', kind: 'choice', options: [{ value: 'x', label: 'x'.repeat(201) }] }],
      'label_too_long',
    ],
    [
      'with a text that is too long',
      [{ name: 'a', kind: 'text', help: 'x'.repeat(limits.variableTextLength + 1) }],
      'variable_text_too_long',
    ],
    [
      'that are too long',
      Array.from({ length: 6 }, (_, n) => ({
        name: `v${n}`,
        kind: 'text',
        default: 'x'.repeat(limits.variableTextLength),
      })),
      'variables_too_long',
    ],
  ] as const)('are refused %s', async ([, variables, code], { app }) => {
    const ada = await app.signUp()
    const input = { ...text, prompt: body, variables }
    expect(await ada.failure(calls.createPrompt, input)).toEqual([400, code])
  })
})
