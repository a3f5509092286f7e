import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import type { Call } from './call.ts'
import { createClient } from './client.ts'

/** Makes a call to a server that sends this answer. */
function ask(call: Call, answer: object) {
  const client = createClient(
    async () => ({ ok: true, status: 200, json: async () => answer }),
    () => new Error('The answer is refused.'),
  )
  return client(call, {})
}

const moment = '2026-11-01T00:00:00.000Z'
const access = { id: 'a', folder: null, createdAt: moment, lastUsedOn: null, expiresAt: moment }
const entry = { id: 'a', at: moment, count: 1, agent: '', network: '', name: null, prompt: null }
const connection = {
  id: 'a',
  name: 'Mine',
  baseUrl: 'https://m.example',
  keyHint: null,
  models: [],
}
const app = { ...access, isCommandLine: false, host: null, name: null, isRenewed: true }
const token = { ...access, name: 'Backup', hint: 'x4Lz', client: null }

test.each<[string, Call, object]>([
  ['a scope of a token', calls.listTokens, { tokens: [{ ...token, scopes: ['x'] }] }],
  ['a scope of an app', calls.listApps, { apps: [{ ...app, scopes: ['x'] }] }],
  ['a kind of activity', calls.listActivity, { activity: [{ ...entry, kind: 'x', via: 'app' }] }],
  ['its means', calls.listActivity, { activity: [{ ...entry, kind: 'signed_in', via: 'x' }] }],
  ['a dialect', calls.listConnections, { connections: [{ ...connection, dialect: 'x' }] }],
  ['a proof at the log-in', calls.getPendingLogin, { proofs: ['code', 'x'] }],
])(
  'An answer of a newer server is read with %s that is unknown here',
  async (_what, call, answer) => {
    expect(await ask(call, answer)).toEqual(answer)
  },
)

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
