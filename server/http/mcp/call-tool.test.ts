import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { callTool } from '#server/http/mcp/call-tool.ts'
import type { Caller } from '#server/http/mcp/make-caller.ts'
import { aPrompt } from '#tests/fixtures/a-prompt.ts'
import {
  connectAssistant,
  makeToken,
  revisions,
  startReviewing,
  textOf,
} from '#tests/support/clients/assistant.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

function structuredOf(result: unknown): Record<string, never> {
  const { structuredContent, isError } = result as Record<string, unknown>
  expect(isError).toBeFalsy()
  expect(JSON.parse(textOf(result))).toEqual(structuredContent)
  return structuredContent as Record<string, never>
}

describe.each(databases)('The tools on $name', (database) => {
  const it = libraryTest(database)

  it('have schemas that every model accepts', async ({ app }) => {
    const { token } = await startReviewing(app)
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

  it.for(revisions)('find, read, use, save and change prompts at %s', async (revision, { app }) => {
    const { ada, token, promptId } = await startReviewing(app)
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
  })

  it('return folders and prompts in pages of 100', async ({ app }) => {
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
})

const prompts = Array.from({ length: 150 }, (_, at) => ({ id: `${at}`, name: `Poem ${at}` }))

/**
 * The answer of `list_prompts` for a folder with this number of prompts, and possibly others that are too long to list.
 */
async function list(
  page: number,
  has: { folders?: boolean; prompts?: boolean },
  count = prompts.length,
) {
  const call = async (name: string) =>
    name === 'listFolders'
      ? { folders: [], hasMore: has.folders }
      : { prompts: prompts.slice(0, count), hasMore: has.prompts }
  const caller = {
    call,
    actor: { scopes: new Set(['library:read']) },
  } as unknown as Caller
  const result = await callTool(caller, 'list_prompts', { page }, undefined)
  return (result as { structuredContent: { nextPage?: number; note?: string } }).structuredContent
}

test('A list that ends with a full page has no next page', async () => {
  expect(await list(1, {})).toHaveProperty('nextPage')
  expect(await list(1, {}, limits.skillsListed)).not.toHaveProperty('nextPage')
})

test('A truncated list says so at its end, with advice', async () => {
  expect(await list(1, { prompts: true })).toMatchObject({ nextPage: 2 })
  expect((await list(1, { prompts: true })).note).toBeUndefined()
  expect((await list(2, {})).note).toBeUndefined()
  for (const has of [{ prompts: true }, { folders: true }]) {
    expect((await list(2, has)).note).toContain('Find the rest with search')
  }
})

test('A variable that looks like code stays one if an assistant changes the text', async () => {
  const id = randomUUID()
  const prompt = aPrompt({ id, prompt: 'Print {<b>len(x)</b>} and {<b>tone</b>}' })
  const edits: object[] = []
  const call = async (name: string, input: object) => {
    if (name === 'updatePrompt') edits.push(input)
    return { prompt }
  }
  const services = { config: { baseUrl: 'http://localhost:3000' } }
  const caller = { call, services } as unknown as Caller
  const change = { id, updatedAt: 'x', text: 'Print {len(x)}, {len(y)} and {style}' }
  await callTool(caller, 'update_prompt', change, undefined)
  expect(edits).toEqual([
    expect.objectContaining({ prompt: 'Print {<b>len(x)</b>}, {len(y)} and {<b>style</b>}' }),
  ])
})
