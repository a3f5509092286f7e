import { hash } from 'node:crypto'
import { beforeAll, afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import { writeSkill } from '#contract/skills/write-skill.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { connectAssistant, makeToken } from '#tests/support/clients/assistant.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, makeTestApp, type TestApp } from '#tests/support/library-test.ts'

const revisions = ['2025-11-25', '2026-07-28'] as const

/** A review with each kind of variable, and a name with letters that no client takes. */
const review = {
  name: 'Code review',
  shortName: 'review',
  whenToUse: 'When code is to be reviewed.',
  color: '4ECDC4',
  prompt: toStoredForm(
    'Review {code} in a {tone} tone, with {count} remarks, by {day}. {strict}{Straße} {strasse}',
  ),
  variables: [
    { name: 'code', kind: 'long', help: 'What to review' },
    {
      name: 'tone',
      kind: 'choice',
      options: [{ value: 'warm', label: 'Very warm' }, { value: 'direct' }],
    },
    { name: 'count', kind: 'number', min: 1, max: 9, default: '3' },
    { name: 'day', kind: 'date', format: 'iso' },
    { name: 'strict', kind: 'switch', on: 'Be strict. ', off: '' },
  ],
}

async function addReview(user: ApiUser, folderId?: string): Promise<string> {
  const input = { ...review, ...(folderId !== undefined && { folderId }) }
  return (await user.call(calls.createPrompt, input)).id
}

/** The only text of an answer. */
function textOf(result: unknown): string {
  const { messages = [], content = [] } = result as {
    messages?: { content: { text: string } }[]
    content?: { text: string }[]
  }
  return [
    ...messages.map((message) => message.content.text),
    ...content.map(({ text }) => text),
  ].join()
}

function structuredOf(result: unknown): Record<string, never> {
  const { structuredContent, isError } = result as Record<string, unknown>
  expect(isError).toBeFalsy()
  expect(JSON.parse(textOf(result))).toEqual(structuredContent)
  return structuredContent as Record<string, never>
}

describe.each(databases)('An assistant on $name', (database) => {
  let app: TestApp
  let ada: ApiUser
  let token: string
  let promptId: string
  beforeAll(async () => {
    app = await makeTestApp(database)
    ada = await app.signUp()
    await app.liftLimits()
    promptId = await addReview(ada)
    await ada.makePrompt('Not named')
    token = await makeToken(ada)
  })
  afterAll(() => app.close())

  test.for(revisions)('lists prompts, gets one and completes it at %s', async (revision) => {
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
  })

  test('is told in a sentence what does not fit', async () => {
    const client = await connectAssistant(app, token)
    const failure = (values: Record<string, string>, name = 'review') =>
      client.getPrompt({ name, arguments: values }).then(
        () => undefined,
        (error: { code: number; message: string }) => [error.code, error.message],
      )
    expect(await failure({}, 'nothing')).toEqual([
      -32_602,
      'There is no prompt named "nothing". Find it with search.',
    ])
    expect(await failure({ tone: 'blue' })).toEqual([
      -32_602,
      'tone must be one of: Very warm, direct.',
    ])
    expect(await failure({ count: 'many' })).toEqual([-32_602, 'count must be a number.'])
    expect(await failure({ count: '10' })).toEqual([-32_602, 'count must be at most 9.'])
    expect(await failure({ day: 'soon' })).toEqual([
      -32_602,
      expect.stringMatching(/^day must be a day such as \d{4}-\d\d-\d\d\.$/),
    ])
    expect(await failure({ strict: 'maybe' })).toEqual([-32_602, 'strict must be on or off.'])
    expect(await failure({ other: 'x' })).toEqual([
      -32_602,
      'There is no argument "other". The arguments are: code, tone, count, day, strict, strasse_2, strasse.',
    ])
  })

  test('leaves places for words that the client fills in afterwards', async () => {
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

  test('gets schemas that every model takes', async () => {
    const client = await connectAssistant(app, token)
    const { tools } = await client.listTools()
    const used = tools.find(({ name }) => name === 'use_prompt')?.inputSchema.properties
    expect(used?.['values']).toEqual({
      description: expect.any(String),
      type: 'object',
      additionalProperties: { type: 'string' },
    })
    expect(JSON.stringify(tools)).not.toContain('propertyNames')
    const values = { code: 'x', count: 4, strict: true }
    const answer = await client.callTool({
      name: 'use_prompt',
      arguments: { name: 'review', values },
    })
    expect(textOf(answer)).toContain('with 4 remarks')
  })

  test('fills in the account’s own values, and completes them and those of sets', async () => {
    const bob = await app.signUp('bob@example.com')
    await app.liftLimits()
    const id = await addReview(bob)
    await bob.call(calls.setMyValues, { values: [{ name: 'code', value: 'my code' }] })
    const values = [{ name: 'code', value: 'main.ts' }]
    await bob.call(calls.saveValueSet, { promptId: id, name: 'Main', values })
    const client = await connectAssistant(app, await makeToken(bob))
    expect(textOf(await client.getPrompt({ name: 'review' }))).toContain('Review my code in')
    const ref = { type: 'ref/prompt', name: 'review' } as const
    const { completion } = await client.complete({ ref, argument: { name: 'code', value: 'm' } })
    expect(completion.values).toEqual(['my code', 'main.ts'])
  })

  test('asks for what is missing by a form, where the client has them', async () => {
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

  test.for(revisions)(
    'finds, reads, uses, saves and changes prompts by tools at %s',
    async (revision) => {
      const client = await connectAssistant(app, token, { revision })
      const { tools } = await client.listTools()
      expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
        ['search', true],
        ['fetch', true],
        ['list_prompts', true],
        ['use_prompt', true],
        ['save_prompt', false],
        ['update_prompt', false],
      ])
      const call = (name: string, values: Record<string, unknown>) =>
        client.callTool({ name, arguments: values })
      const url = `http://localhost:3000/prompts/open?id=${promptId}`
      expect(structuredOf(await call('search', { query: 'code review' }))).toEqual({
        results: [{ id: promptId, title: 'Code review', url }],
      })
      const fetched = structuredOf(await call('fetch', { id: promptId }))
      expect(fetched).toMatchObject({
        id: promptId,
        title: 'Code review',
        url,
        text: 'Review {code} in a {tone} tone, with {count} remarks, by {day}. {strict}{Straße} {strasse}',
        metadata: { name: 'review', arguments: expect.arrayContaining(['strasse_2']) },
      })
      const used = textOf(
        await call('use_prompt', { name: '/review', values: { code: 'x', count: 4 } }),
      )
      expect(used).toMatch(
        /^Below is one of the user's prompts.*\n-{5} begin (\w{16}) -{5}\nReview x in a \{tone\} tone, with 4 .*\n-{5} end \1 -{5}$/s,
      )
      const name = `poem-${revision}`
      const saved = structuredOf(
        await call('save_prompt', {
          title: 'Poem',
          text: 'On {topic}',
          name,
          when_to_use: 'For poems',
        }),
      )
      expect(await call('save_prompt', { title: 'Poem', text: 'Over', name })).toMatchObject({
        content: [{ text: expect.stringContaining(` Free: ${name}-2.`) }],
        isError: true,
      })
      const { id, updatedAt } = saved as unknown as { id: string; updatedAt: string }
      const { prompt } = await ada.call(calls.getPrompt, { promptId: id })
      expect(prompt).toMatchObject({
        name: 'Poem',
        shortName: name,
        whenToUse: 'For poems',
        prompt: 'On {<b>topic</b>}',
        folderId: null,
      })
      const changes = { id, updatedAt, text: 'Write on {topic}' }
      app.clock.now += 1
      expect(structuredOf(await call('update_prompt', changes))).toMatchObject({
        id,
        title: 'Poem',
      })
      const { versions } = await ada.call(calls.listVersions, { promptId: id })
      expect(versions).toMatchObject([{ number: 1, name: 'Poem' }])
      const changed = (await ada.call(calls.getPrompt, { promptId: id })).prompt
      expect(changed).toMatchObject({
        ...prompt,
        prompt: 'Write on {<b>topic</b>}',
        updatedAt: changed.updatedAt,
      })
      expect(await call('update_prompt', { ...changes, text: 'Over' })).toMatchObject({
        content: [{ type: 'text', text: 'It has been changed since. Read it again with fetch.' }],
        isError: true,
      })
      await expect
        .poll(async () => (await ada.call(calls.listActivity, {})).activity)
        .toContainEqual(
          expect.objectContaining({ kind: 'library_changed', via: 'token', agent: 'Assistant' }),
        )
      await expect(call('delete_prompt', { id })).rejects.toMatchObject({ code: -32_602 })
      await ada.call(calls.deletePrompt, { promptId: id })
    },
  )

  test('lists folders and prompts in pages of 100', async () => {
    const eve = await app.signUp('eve@example.com')
    await app.liftLimits()
    const folder = await eve.makeFolder('Many')
    const entries = Array.from({ length: 120 }, (_, at) => {
      const number = String(at).padStart(3, '0')
      return {
        kind: 'prompt' as const,
        in: folder,
        name: `P ${number}`,
        shortName: `p-${number}`,
        color: 'f1f5f9',
        prompt: 'x',
      }
    })
    const batch = { attempt: '1'.repeat(32), name: 'file', total: 120, from: 0, entries }
    await eve.call(calls.importEntries, batch)
    const client = await connectAssistant(app, await makeToken(eve))
    const list = async (page: number) =>
      structuredOf(await client.callTool({ name: 'list_prompts', arguments: { folder, page } }))
    const [first, second] = [await list(1), await list(2)]
    expect(first['prompts']).toHaveLength(100)
    expect(first).toMatchObject({ nextPage: 2, folders: [] })
    expect(second['prompts']).toHaveLength(20)
    expect(second).not.toHaveProperty('nextPage')
    const top = structuredOf(await client.callTool({ name: 'list_prompts', arguments: {} }))
    expect(top).toEqual({ folders: [{ id: folder, title: 'Many' }], prompts: [] })
    const page = await client.request({ method: 'prompts/list', params: {} })
    expect(page.prompts).toHaveLength(100)
    const rest = { method: 'prompts/list', params: { cursor: page.nextCursor } } as const
    const last = await client.request(rest)
    expect(last.prompts.map(({ name }) => name)).toEqual(
      entries.slice(100).map(({ shortName }) => shortName),
    )
    expect(last).not.toHaveProperty('nextCursor')
  })

  test.for(revisions)(
    'reads prompts and skills, byte for byte as they are downloaded, at %s',
    async (revision) => {
      const client = await connectAssistant(app, token, { revision })
      const { prompt } = await ada.call(calls.getPrompt, { promptId })
      const files = writeSkill({ ...prompt, shortName: 'review' })
      const read = async (uri: string) => {
        const [content] = (await client.readResource({ uri })).contents
        return content && 'text' in content ? content.text : undefined
      }
      const uri = 'skill://review/SKILL.md'
      expect(await read(uri)).toBe(files[0]?.text)
      const got = await client.request({ method: 'skills/get', params: { uri } }, z.looseObject({}))
      const digest = `sha256:${hash('sha256', files[0]?.text ?? '')}`
      expect(got).toMatchObject({
        skill: {
          uri,
          frontmatter: { name: 'review', metadata: { title: 'Code review' } },
          resources: [{ uri, digest, size: Buffer.byteLength(files[0]?.text ?? '') }],
        },
      })
      const text =
        'Review {code} in a {tone} tone, with {count} remarks, by {day}. {strict}{Straße} {strasse}'
      expect(await read(`promptshelf://prompts/${promptId}`)).toBe(text)
      expect(await read('promptshelf://prompts/review')).toBe(text)
      for (const uri of [
        'skill://review/other.md',
        'skill://other/SKILL.md',
        'skill://REVIEW/SKILL.md',
        'promptshelf://prompts/other',
        'promptshelf://prompts/01a1fc2c-43c7-7eda-9052-213b5df26ec4',
        'file:///etc/passwd',
      ]) {
        await expect(read(uri)).rejects.toMatchObject({ code: -32_602, data: { uri } })
      }
      const { resources } = await client.listResources()
      expect(resources.map(({ uri }) => uri)).toContain('skill://review/SKILL.md')
    },
  )
})

describe.each(databases)('A token on $name', (database) => {
  const it = libraryTest(database)

  it('reaches what its scopes and its folder allow, and no other account', async ({ app }) => {
    const ada = await app.signUp('ada@example.com')
    await app.liftLimits()
    const folderId = await ada.makeFolder('Work')
    const inside = await addReview(ada, folderId)
    const secret = { name: 'Secret', shortName: 'secret', color: 'f1f5f9', prompt: 'hidden' }
    const { id: outside } = await ada.call(calls.createPrompt, secret)
    await ada.call(calls.setMyValues, { values: [{ name: 'code', value: 'hidden' }] })
    const bob = await app.signUp('bob@example.com')
    const tokens = {
      reader: await makeToken(ada, { scopes: ['library:read'] }),
      rooted: await makeToken(ada, { folderId }),
      other: await makeToken(bob),
    }
    for (const [who, token] of Object.entries(tokens)) {
      const client = await connectAssistant(app, token)
      const call = async (name: string, values: Record<string, unknown>) => {
        const result = await client.callTool({ name, arguments: values })
        return [result.isError === true, textOf(result)] as const
      }
      const { prompts } = await client.listPrompts()
      const { resources } = await client.listResources()
      const names = { reader: ['review', 'secret'], rooted: ['review'], other: [] }[who]
      expect([who, prompts.map(({ name }) => name)]).toEqual([who, names])
      expect(resources.map(({ name }) => name)).toEqual(names)
      const mayWrite = who !== 'reader'
      const { tools } = await client.listTools()
      expect(tools.some(({ name }) => name === 'save_prompt')).toBe(mayWrite)
      if (who !== 'reader') {
        const gone = [
          ...(await call('fetch', { id: outside })),
          ...(await call('use_prompt', { name: 'secret' })),
          ...(await call('search', { query: 'hidden' })),
          ...(await call('list_prompts', {})),
          await client.getPrompt({ name: 'secret' }).catch(({ message }: Error) => message),
          await client
            .readResource({ uri: 'skill://secret/SKILL.md' })
            .catch(({ message }: Error) => message),
          await client
            .readResource({ uri: `promptshelf://prompts/${outside}` })
            .catch(({ message }: Error) => message),
        ]
        expect([who, JSON.stringify(gone)]).not.toEqual([
          who,
          expect.stringMatching(/hidden|Secret/),
        ])
      }
      const change = { id: inside, updatedAt: '2026-01-01T00:00:00.000Z', text: 'over' }
      const [isRefused] = await call('update_prompt', change)
      expect([who, isRefused]).toEqual([who, true])
      if (who === 'rooted') {
        expect(textOf(await client.getPrompt({ name: 'review' }))).not.toContain('hidden')
        const [, made] = await call('save_prompt', { title: 'Made', text: 'x' })
        const { id: promptId } = JSON.parse(made) as { id: string }
        const { prompt } = await ada.call(calls.getPrompt, { promptId })
        expect(prompt.folderId).toBe(folderId)
      }
      if (who === 'reader') {
        expect(await call('save_prompt', { title: 'Made', text: 'x' })).toEqual([
          true,
          'This access does not allow that.',
        ])
      }
    }
    const { prompt } = await ada.call(calls.getPrompt, { promptId: inside })
    expect(prompt.prompt).toBe(review.prompt)
  })
})
