import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Call } from '#contract/core/call.ts'
import { limits } from '#contract/limits.ts'
import { hostileTexts } from '#tests/fixtures/hostile-texts.ts'

/** A request of a call, as it goes over the net: right, nearly right, or anything. */
export type ArbitraryRequest = {
  name: string
  call: Call
  isSignedIn: boolean
  params: string
  query: string
  body: string | undefined
  headers: Record<string, string>
}

type Schema = {
  type?: string
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  pattern?: string
}

/** Values of the world that a request may speak of, by the name of what speaks of them. */
export type Known = Record<string, readonly string[]>

const hostileText = fc.constantFrom(...hostileTexts.map(({ text }) => text.slice(0, 5_000)))
/** Much of the same, up to the longest that is taken anywhere and beyond: whatever grows with a text's length. */
const longText = fc
  .tuple(
    fc.constantFrom(...'a {@.\u0301ﷺ<\\\n', '{a}', '{<b>a</b>}', 'a@', '😀', '\u0316\u0301'),
    fc.integer({ min: 1, max: limits.promptLength + 1_000 }),
    fc.constantFrom('', 'x', '@', '}', ' '),
  )
  .map(([unit, length, end]) => unit.repeat(length / unit.length) + end)
const anyText = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 5, arbitrary: fc.string() },
  { weight: 5, arbitrary: hostileText },
  { weight: 1, arbitrary: longText },
)
const anyValue = fc.oneof(
  { weight: 3, arbitrary: anyText },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  fc.constantFrom(null, true, 0, -1, 1e308, 2 ** 53, [], {}, '', [[]], { $ne: null }),
)
/** What a request's head has room for beside the rest, in characters as they are sent. */
const headLength = 12_000
/** As much as fits a request's head, each character of it as three escapes or more. */
const anyShortText = anyText.map((text) => text.slice(0, 500))
// What a header may hold at all; the rest is for raw sockets.
const headerText = fc.string({ unit: fc.constantFrom(...' !#$%&()*,-./:;<=>?@[]^_`{|}~aZ09ä"\\') })

/** Requests of all these calls, evenly. */
export function arbitraryRequest(
  calls: Record<string, Call>,
  known: Known,
): fc.Arbitrary<ArbitraryRequest> {
  const ofEach = Object.entries(calls).map(([name, call]) =>
    fc.record({
      name: fc.constant(name),
      call: fc.constant(call),
      isSignedIn: fc.boolean(),
      params: fc.oneof(anyShortText, knownText(known, 'pageType'), knownText(known, 'token')),
      query: call.method === 'GET' ? arbitraryQuery(call, known) : fc.constant(''),
      body: call.method === 'GET' ? fc.constant(undefined) : arbitraryBody(call, known),
      headers: fc.oneof(
        { weight: 4, arbitrary: fc.constant({}) },
        fc.record({ 'user-agent': headerText, 'accept-language': headerText }),
      ),
    }),
  )
  return fc.oneof(...ofEach)
}

function arbitraryBody(call: Call, known: Known): fc.Arbitrary<string> {
  const input = arbitraryInput(call, known)
  return fc.oneof(
    { weight: 12, arbitrary: input.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: anyValue.map((value) => JSON.stringify(value)) },
    // Broken off in the middle, or no JSON at all.
    { weight: 1, arbitrary: input.map((value) => JSON.stringify(value).slice(0, -3)) },
    { weight: 1, arbitrary: anyText },
  )
}

function arbitraryQuery(call: Call, known: Known): fc.Arbitrary<string> {
  const asQuery = arbitraryInput(call, known).map((input) =>
    new URLSearchParams(
      Object.entries(input).map(([key, value]) => [key, toText(value).slice(0, 2_000)]),
    )
      .toString()
      .slice(0, headLength),
  )
  const raw = fc.string({ unit: fc.constantFrom(...'abc&=%[]+.;/?_09Id'), maxLength: 80 })
  return fc.oneof({ weight: 5, arbitrary: asQuery }, { weight: 1, arbitrary: raw })
}

/** Inputs that the schema takes for the most part, each field of which may be anything instead. */
function arbitraryInput(call: Call, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) =>
      [
        name,
        fc.oneof(
          { weight: 8, arbitrary: fitting(name, field, known) },
          { weight: 1, arbitrary: anyValue },
        ),
      ] as const,
  )
  const whole = fc.record(Object.fromEntries(fields))
  const inPart = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  const withMore = fc
    .tuple(whole, fc.dictionary(fc.string(), anyValue, { maxKeys: 4 }))
    .map(([input, more]) => ({ ...more, ...input }))
  return fc.oneof({ weight: 6, arbitrary: whole }, inPart, withMore)
}

function fitting(name: string, schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (known[name]) return fc.constantFrom(...known[name])
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(name, one, known)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.type === 'null') return fc.constant(null)
  return schema.pattern === undefined ? anyText : fc.stringMatching(new RegExp(schema.pattern))
}

function knownText(known: Known, name: string): fc.Arbitrary<string> {
  return fc.constantFrom(...(known[name] ?? ['']))
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)
}
