import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Call } from '#contract/core/call.ts'
import { limits } from '#contract/core/limits.ts'
import { hostileTexts } from '#tests/fixtures/hostile-texts.ts'

/** A request of a call as sent: valid, nearly valid, or arbitrary. */
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

/** Existing values that a request may refer to, by field name. */
export type Known = Record<string, readonly string[]>

const hostileText = fc.constantFrom(...hostileTexts.map(({ text }) => text.slice(0, 5_000)))
/** Repetitive texts up to and beyond every limit, to expose work that grows with length. */
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
/** The room for a parameter in a request's head, in characters as sent. */
const headLength = 12_000
/** The maximum that fits into a request's head, with three or more escapes per character. */
const anyShortText = anyText.map((text) => text.slice(0, 500))
// Only valid header values; invalid ones are sent by raw sockets.
const headerText = fc.string({ unit: fc.constantFrom(...' !#$%&()*,-./:;<=>?@[]^_`{|}~aZ09ä"\\') })

/** Requests of all these calls, evenly distributed. */
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
    // Truncated, or not JSON.
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

/** Mostly valid inputs, any field of which may be arbitrary instead. */
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
