import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import type { Call } from './call.ts'
import { limits } from './limits.ts'
import { storable } from './schemas.ts'

type Schema = z.core.$ZodType
type JsonSchema = {
  type?: string
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  maxItems?: number
  maxLength?: number
}
type Check = { check?: string; abort?: boolean; pattern?: RegExp; tx?: (text: string) => string }

/** Checks that take linear time, and so may precede the check of a text's length. */
const linear = [z.trim(), z.toLowerCase()].map((check) => String(checkOf(check).tx))

/** Numbers that do not fit an integer column. */
const wrongNumbers = [0.5, 1e30, -1e30, 2 ** 31, -(2 ** 31) - 1]

/** A setting's numbers may have any size, bounded by its JSON. */
const realNumbers = /\bvariables\[\]\.(?:min|max|step)$/

describe('Every input of a call', () => {
  it.each(Object.entries<Call>(calls))('has bounds: %s', (_name, { input, params }) => {
    expect([input, params ?? z.object({})].flatMap((schema) => findUnbounded(schema))).toEqual([])
  })
})

describe('A body may be long', () => {
  it.each(Object.entries<Call>(calls).filter(([, { method }]) => method === 'POST'))(
    'only where the longest input is: %s',
    (_name, { input, bodyBytes }) => {
      const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
      const isLong = longestOf(schema) > limits.shortRequestBytes
      expect(bodyBytes > limits.shortRequestBytes).toBe(isLong)
    },
  )
})

describe('An input has no bounds', () => {
  const shortText = z.string().check(z.maxLength(9, { abort: true }))

  it.each<[why: string, schema: Schema]>([
    ['a list without a maximum length', z.array(shortText)],
    [
      'a list that is checked before its length',
      z.array(shortText).check(z.refine(Boolean), z.maxLength(9)),
    ],
    [
      'a list that is rewritten before its length is checked',
      z.array(shortText).check(
        z.overwrite((list) => list),
        z.maxLength(9),
      ),
    ],
    ['a list in a list', z.array(z.array(shortText)).check(z.maxLength(9))],
    ['a list of a union', z.union([shortText, z.array(shortText)])],
    ['a list by default', z._default(z.array(shortText), [])],
    ['a text without a maximum length', z.string()],
    ['an optional text', z.optional(z.string().check(z.minLength(1)))],
    ['a text before it is transformed', z.pipe(z.string(), z.transform(Number))],
    ['a pattern before the length', z.string().check(z.regex(/\/+$/), z.maxLength(9))],
    [
      'a pattern after a length that does not abort',
      z.string().check(z.maxLength(9), z.regex(/\/+$/)),
    ],
    ['a pattern of any length', z.string().check(z.regex(/^\d+$/))],
    ['a pattern with an open end', z.string().check(z.regex(/^\d/))],
    ['a refinement before the length', z.string().check(z.refine(Boolean), z.maxLength(9))],
    [
      'a rewriting before the length',
      z.string().check(
        z.overwrite((text) => text.replace(/\/+$/, '')),
        z.maxLength(9),
      ),
    ],
    ['a format', z.string().check(z.email())],
    ['a number', z.number()],
    ['a fraction', z.number().check(z.minimum(0), z.maximum(9))],
    ['an integer of any size', z.int()],
    ['an integer without a minimum', z.int().check(z.maximum(9))],
    ['a number of a union', z.union([z.null(), z.number()])],
    ['a number that is transformed', z.pipe(z.union([z.number(), shortText]), z.transform(Number))],
    ['anything', z.unknown()],
    ['a record', z.record(shortText, shortText)],
  ])('where it has %s', (_why, schema) => {
    expect(findUnbounded(z.object({ field: schema }))).toHaveLength(1)
  })

  it('but has bounds if each length is checked first', () => {
    const bounded = z.object({
      list: z._default(z.array(shortText).check(z.maxLength(9), z.refine(Boolean)), []),
      text: z.string().check(storable, z.trim(), z.minLength(1), z.maxLength(9)),
      match: z.string().check(
        z.regex(/^#?[0-9a-f]{6}$/, { abort: true }),
        z.overwrite((text) => text),
      ),
      later: z.string().check(z.maxLength(9, { abort: true }), z.regex(/\/+$/)),
      count: z.int().check(z.minimum(0), z.maximum(9)),
      query: z.pipe(shortText, z.transform(Number)),
      flag: z.nullish(z.union([z.literal(0), z.boolean(), z.enum(['a'])])),
    })
    expect(findUnbounded(bounded)).toEqual([])
  })
})

/** Bytes of the longest JSON that fits a schema, not counting escapes. A pattern without a length is an id or a code. */
function longestOf(schema: JsonSchema): number {
  const { type, anyOf, properties = {}, items, maxItems = Infinity, maxLength = 200 } = schema
  if (anyOf) return Math.max(...anyOf.map(longestOf))
  if (type === 'string') return maxLength * 4
  if (type === 'array') return maxItems * longestOf(items ?? {})
  const fields = Object.entries(properties)
  return fields.reduce((sum, [name, field]) => sum + name.length + 4 + longestOf(field), 25)
}

/**
 * Inputs that may be of any length, or are processed before their length is checked: lists whose first check is not
 * their length, texts without a maximum length or with a costly check before it aborts, and numbers that are not 32-bit
 * integers.
 */
function findUnbounded(schema: Schema, path = 'input', isInPipe = false): string[] {
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) =>
        findUnbounded(field, `${path}.${name}`),
      )
    case 'array':
      return [
        ...(checksOf(schema)[0]?.check === 'max_length'
          ? []
          : [`${path}: items before its length`]),
        ...findUnbounded(def.element, `${path}[]`),
      ]
    case 'optional':
    case 'nullable':
    case 'default':
      return findUnbounded(def.innerType, path, isInPipe)
    case 'union':
      return def.options.flatMap((option) => findUnbounded(option, path, isInPipe))
    case 'pipe':
      return [
        ...findUnbounded(def.in, path, true),
        ...findUnbounded(def.out, path, true),
        ...(isInPipe ? [] : findWrongNumbers(schema, path)),
      ]
    case 'string':
      return findWrongText(schema, path)
    case 'number':
      return isInPipe ? [] : findWrongNumbers(schema, path)
    case 'literal':
    case 'enum':
    case 'boolean':
    case 'null':
    case 'transform':
      return []
    default:
      return [`${path}: ${def.type}`]
  }
}

function findWrongNumbers(schema: Schema, path: string): string[] {
  if (realNumbers.test(path)) return []
  const isTaken = wrongNumbers.some((number) => z.safeParse(schema, number).success)
  return isTaken ? [`${path}: numbers that are no 32-bit integers`] : []
}

function findWrongText(schema: Schema, path: string): string[] {
  let isBounded = false
  let isAborted = false
  for (const check of checksOf(schema)) {
    const isBound = check.check === 'max_length' || isBoundedPattern(check.pattern)
    if (!isBound && !isAborted && !isLinear(check))
      return [`${path}: ${check.check} before its length`]
    isBounded ||= isBound
    isAborted ||= isBound && check.abort === true
  }
  return isBounded ? [] : [`${path}: no maximum length`]
}

/** Whether it only matches texts of a few fixed lengths. */
function isBoundedPattern(pattern: RegExp | undefined): boolean {
  return (
    pattern !== undefined && /^\^[^*+|]+\$$/.test(pattern.source) && !/,\}/.test(pattern.source)
  )
}

function isLinear(check: Check): boolean {
  return (
    check === checkOf(storable) ||
    check.check === 'min_length' ||
    (check.check === 'overwrite' && linear.includes(String(check.tx)))
  )
}

function checksOf(schema: Schema): Check[] {
  const { def } = schema._zod
  const own = 'check' in def ? [def as Check] : []
  return [...own, ...(def.checks ?? []).map(checkOf)]
}

function checkOf(check: object): Check {
  return (check as { _zod: { def: Check } })._zod.def
}
