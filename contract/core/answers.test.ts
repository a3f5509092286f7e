import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import type { Call } from './call.ts'
import { createClient } from './client.ts'

test("A newer server's answer is read as a whole, including words that are unknown here", async () => {
  const entry = { id: 'a', at: '2026-11-01T00:00:00.000Z', count: 1, agent: '', network: '' }
  const known = { ...entry, kind: 'signed_in', via: 'browser', name: null, prompt: null }
  const answer = { activity: [{ ...known, kind: 'tea_made', via: 'robot' }, known] }
  const client = createClient(
    async () => ({ ok: true, status: 200, json: async () => answer }),
    () => new Error('The answer is rejected.'),
  )
  expect(await client(calls.listActivity, {})).toEqual(answer)
})

test('Clients depend on every value of all other enums', () => {
  const closed = Object.entries<Call>(calls).flatMap(([name, { answer }]) =>
    findClosed(z.toJSONSchema(answer, { unrepresentable: 'any' }) as Json, name),
  )
  // Always the same word, since the call succeeded.
  expect(closed.filter((field) => !field.endsWith('.status'))).toEqual([
    'listFactors.passkeysOff',
    'listFactors.appOff',
    'describeConnection.kind',
    'describeConnection.scopes',
    'findDeviceRequest.kind',
    'findDeviceRequest.scopes',
    // '0' and '1'.
    'getProfile.subDetails.isActive',
    'getProfile.subDetails.isActive',
    'listPlans.plans.type',
    'followRun.end.state',
    'getRun.run.state',
    'listRuns.runs.state',
  ])
})

type Json = { type?: string; enum?: string[]; const?: unknown; anyOf?: Json[] }

/** The fields of a schema that allow only some words. */
function findClosed(schema: Json, path: string): string[] {
  const { enum: words = [schema.const], anyOf = [] } = schema
  if (typeof words[0] === 'string') return [path]
  if (anyOf.some((one) => one.type === 'string' && !one.enum && one.const === undefined)) return []
  return Object.entries(schema)
    .filter(([, inner]) => typeof inner === 'object' && inner !== null)
    .flatMap(([key, inner]) =>
      findClosed(inner as Json, keyword.test(key) ? path : `${path}.${key}`),
    )
}

const keyword = /^(?:anyOf|items|properties|additionalProperties|\d+)$/
