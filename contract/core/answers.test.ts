import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import type { Call } from './call.ts'
import { createClient } from './client.ts'

test('An answer of a newer server is read whole, with the words that are unknown here', async () => {
  const entry = { id: 'a', at: '2026-11-01T00:00:00.000Z', count: 1, agent: '', network: '' }
  const known = { ...entry, kind: 'signed_in', via: 'browser', name: null, prompt: null }
  const answer = { activity: [{ ...known, kind: 'tea_made', via: 'robot' }, known] }
  const client = createClient(
    async () => ({ ok: true, status: 200, json: async () => answer }),
    () => new Error('The answer is refused.'),
  )
  expect(await client(calls.listActivity, {})).toEqual(answer)
})

test('Every other enum of an answer is one that clients act by', () => {
  const closed = Object.entries<Call>(calls).flatMap(([name, { answer }]) =>
    findClosed(z.toJSONSchema(answer, { unrepresentable: 'any' }) as Json, name),
  )
  expect([...new Set(closed)].toSorted()).toEqual([
    'appOff: no_key',
    'isActive: 0',
    'isActive: 1',
    'kind: browser,device',
    'passkeysOff: ip',
    'scopes: library:read,library:write,runs',
    'state: running,done,stopped,failed',
    'status: success',
    'type: monthly,yearly',
  ])
})

type Json = { type?: string; enum?: string[]; const?: unknown; anyOf?: Json[] }

/** The fields of a schema that allow only some words, with these. */
function findClosed(schema: Json, field: string): string[] {
  const { enum: words = [schema.const], anyOf = [] } = schema
  if (typeof words[0] === 'string') return [`${field}: ${words.join()}`]
  if (anyOf.some((one) => one.type === 'string' && !one.enum && one.const === undefined)) return []
  return Object.entries(schema)
    .filter(([, inner]) => typeof inner === 'object' && inner !== null)
    .flatMap(([key, inner]) => findClosed(inner as Json, keyword.test(key) ? field : key))
}

const keyword = /^(?:anyOf|items|properties|additionalProperties|\d+)$/
