import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import {
  connectAssistant,
  makeToken,
  reviewPrompt,
  revisions,
  startReviewing,
  textOf,
} from '#tests/support/clients/assistant.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

describe.each(databases)('A prompt as a command on $name', (database) => {
  const it = libraryTest(database)

  it.for(revisions)(
    'is listed with its arguments, filled in and completed at %s',
    async (revision, { app }) => {
      const { token } = await startReviewing(app)
      const path = revision === '2025-11-25' ? '/mcp/token' : '/mcp'
      const client = await connectAssistant(app, token, { revision, path })
      const { prompts } = await client.listPrompts()
      expect(prompts).toEqual([
        {
          name: 'review',
          title: 'Code review',
          description: 'When code is to be reviewed.',
          arguments: [
            { name: 'code', description: 'What to review', required: false },
            {
              name: 'tone',
              description: 'Fills in {tone}. One of: Very warm, direct.',
              required: false,
            },
            {
              name: 'count',
              description: 'Fills in {count}. A number. Default: 3.',
              required: false,
            },
            {
              name: 'day',
              description: 'Fills in {day}. A day as YYYY-MM-DD; today by default.',
              required: false,
            },
            {
              name: 'strict',
              description: 'Fills in {strict}. on or off; off by default.',
              required: false,
            },
            { name: 'strasse_2', description: 'Fills in {Straße}.', required: false },
            { name: 'strasse', description: 'Fills in {strasse}.', required: false },
          ],
        },
      ])
      const given = {
        code: 'x = 1\n{tone}',
        tone: 'very WARM',
        count: '5',
        day: '2026-12-24',
        strict: 'yes',
        strasse_2: 'A',
        strasse: 'B',
      }
      const whole = await client.getPrompt({ name: 'Review', arguments: given })
      expect(whole).toMatchObject({
        description: 'When code is to be reviewed.',
        messages: [{ role: 'user' }],
      })
      expect(textOf(whole)).toBe(
        'Review x = 1\n{tone} in a warm tone, with 5 remarks, by 2026-12-24. Be strict. A B',
      )
      const part = await client.getPrompt({ name: 'review', arguments: { CODE: 'x' } })
      const today = new Date(app.clock.now).toISOString().slice(0, 10)
      expect(textOf(part)).toBe(
        `Review x in a {tone} tone, with 3 remarks, by ${today}. {Straße} {strasse}\n\n` +
          'First ask me for: tone (Very warm, direct), Straße, strasse.',
      )
      const complete = async (name: string, value: string) =>
        (
          await client.complete({
            ref: { type: 'ref/prompt', name: 'review' },
            argument: { name, value },
          })
        ).completion.values
      expect(await complete('tone', 'D')).toEqual(['direct'])
      expect(await complete('tone', '')).toEqual(['Very warm', 'direct'])
      expect(await complete('strict', 'o')).toEqual(['on', 'off'])
      expect(await complete('nothing', '')).toEqual([])
      const ids = { type: 'ref/resource', uri: 'promptshelf://prompts/{id}' } as const
      expect(
        (await client.complete({ ref: ids, argument: { name: 'id', value: 're' } })).completion
          .values,
      ).toEqual(['review'])
    },
  )

  it('keeps the placeholders that a client fills in afterwards', async ({ app }) => {
    const { token } = await startReviewing(app)
    const client = await connectAssistant(app, token)
    const places = { code: '$1', tone: '$2', count: '$3', day: '$4', strict: '$ARGUMENTS' }
    const got = await client.getPrompt({ name: 'review', arguments: places })
    expect(textOf(got)).toContain('Review $1 in a $2 tone, with $3 remarks, by $4. $ARGUMENTS')
    const used = await client.callTool({
      name: 'use_prompt',
      arguments: { name: 'review', values: { tone: '$2' } },
    })
    expect(textOf(used)).toContain('tone must be one of')
  })

  it('is filled in with the account’s own values, and completed with them and with value sets', async ({
    app,
  }) => {
    const bob = await app.signUp('bob@example.com')
    await app.liftLimits()
    const { id } = await bob.call(calls.createPrompt, reviewPrompt)
    await bob.call(calls.setMyValues, { values: [{ name: 'code', value: 'my code' }] })
    const values = [{ name: 'code', value: 'main.ts' }]
    await bob.call(calls.saveValueSet, { promptId: id, name: 'Main', values })
    const client = await connectAssistant(app, await makeToken(bob))
    expect(textOf(await client.getPrompt({ name: 'review' }))).toContain('Review my code in')
    const ref = { type: 'ref/prompt', name: 'review' } as const
    const { completion } = await client.complete({ ref, argument: { name: 'code', value: 'm' } })
    expect(completion.values).toEqual(['my code', 'main.ts'])
  })

  it('asks for missing values using the client’s form', async ({ app }) => {
    const { ada, token } = await startReviewing(app)
    const asked: { message: string; requestedSchema: unknown }[] = []
    let answer: object = { action: 'accept', content: { tone: 'direct', strict: true, count: 2 } }
    const client = await connectAssistant(app, token, {
      onForm: (params) => {
        asked.push(params)
        return answer
      },
    })
    const given = { code: 'x', strasse: 'B', strasse_2: 'A' }
    const filled = await client.getPrompt({ name: 'review', arguments: given })
    const today = new Date(app.clock.now).toISOString().slice(0, 10)
    expect(textOf(filled)).toBe(
      `Review x in a direct tone, with 2 remarks, by ${today}. Be strict. A B`,
    )
    expect(asked).toMatchObject([
      {
        message: 'Fill in “Code review”.',
        requestedSchema: {
          type: 'object',
          required: [],
          properties: {
            tone: {
              type: 'string',
              title: 'tone',
              oneOf: [
                { const: 'warm', title: 'Very warm' },
                { const: 'direct', title: 'direct' },
              ],
            },
            count: { type: 'number', minimum: 1, maximum: 9, default: 3 },
            day: { type: 'string', format: 'date', default: today },
            strict: { type: 'boolean', default: false },
          },
        },
      },
    ])
    const used = await client.callTool({
      name: 'use_prompt',
      arguments: { name: 'review', values: given },
    })
    expect(textOf(used)).toContain('in a direct tone, with 2 remarks')
    answer = { action: 'decline' }
    const declined = await client.getPrompt({ name: 'review', arguments: given })
    expect(textOf(declined)).toContain('First ask me for: tone (Very warm, direct).')
    expect(asked).toHaveLength(3)
    await ada.call(calls.createPrompt, {
      name: 'Open',
      shortName: 'open',
      color: '4ECDC4',
      prompt: 'In a {mood} mood.',
      variables: [
        {
          name: 'mood',
          kind: 'choice',
          open: true,
          help: 'How?',
          options: [{ value: 'calm' }, { value: 'glad', label: 'Very glad' }],
        },
      ],
    })
    await client.getPrompt({ name: 'open' })
    expect(asked.pop()?.requestedSchema).toMatchObject({
      properties: { mood: { type: 'string', description: 'How? Such as: calm, Very glad.' } },
    })
    // Nothing is missing.
    await client.getPrompt({ name: 'review', arguments: { ...given, tone: 'warm' } })
    expect(asked).toHaveLength(3)
  })
})
