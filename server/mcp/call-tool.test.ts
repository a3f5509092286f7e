import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { callTool } from '#server/mcp/call-tool.ts'
import type { Caller } from '#server/mcp/make-caller.ts'
import { aPrompt } from '#tests/fixtures/a-prompt.ts'

const prompts = Array.from({ length: 150 }, (_, at) => ({ id: `${at}`, name: `Poem ${at}` }))

/** The answer of `list_prompts` where a folder has so many prompts, and perhaps more that are too long to list. */
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

test('A list that ends with a full page has no further one', async () => {
  expect(await list(1, {})).toHaveProperty('nextPage')
  expect(await list(1, {}, limits.skillsListed)).not.toHaveProperty('nextPage')
})

test('A list that leaves something out says so at its end, with what to do', async () => {
  expect(await list(1, { prompts: true })).toMatchObject({ nextPage: 2 })
  expect((await list(1, { prompts: true })).note).toBeUndefined()
  expect((await list(2, {})).note).toBeUndefined()
  for (const has of [{ prompts: true }, { folders: true }]) {
    expect((await list(2, has)).note).toContain('Find the rest with search')
  }
})

test('A variable that looks like code stays one where an assistant changes the text', async () => {
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
