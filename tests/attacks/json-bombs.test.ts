import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import type { Call } from '#contract/core/call.ts'
import { limits } from '#contract/core/limits.ts'
import { startServer } from '#tests/support/server-process.ts'
import { report, times } from './attack-length.ts'
import { dearest, ratioOf, workOf } from './server-work.ts'
import { makeValid, type InputSchema } from './valid-inputs.ts'

const server = await startServer()
afterAll(async () => {
  const log = server.takeLog()
  await server.stop()
  expect(log, 'errors in the log').toBe('')
})

const much = 200_000
/** Leaves room for the rest of a request. */
const listBytes = limits.requestBytes - 100_000
const bombs: [what: string, body: string | Buffer, code: string | undefined][] = [
  ['lists in lists', '['.repeat(5 * much), 'invalid_request'],
  ['objects in objects', '{"a":'.repeat(much), 'invalid_request'],
  ['a list that is closed', `${'['.repeat(much)}${']'.repeat(much)}`, 'invalid_request'],
  ['a level too many', `{"email":${'['.repeat(32)}1${']'.repeat(32)}}`, 'invalid_request'],
  ['as many levels as allowed', `{"email":${'['.repeat(31)}1${']'.repeat(31)}}`, undefined],
  [
    'as many keys as fit',
    `{${Array.from({ length: 90_000 }, (_, at) => `"${at}":0`).join()}}`,
    undefined,
  ],
  ['empty objects', `{"x":[${'{},'.repeat(330_000)}{}]}`, 'invalid_request'],
  ['the same key over and over', `{${'"email":"a",'.repeat(80_000)}"x":0}`, undefined],
  [
    'keys with colliding hashes',
    `{${Array.from({ length: 50_000 }, (_, at) => `"${at * 2 ** 20}":0`).join()}}`,
    undefined,
  ],
  ['an endless number', `{"email":${'9'.repeat(5 * much)}}`, undefined],
  ['an endless fraction', `{"email":0.${'1'.repeat(5 * much)}e-999999}`, undefined],
  ['escapes', `{"email":"${'\\u0061'.repeat(160_000)}"}`, undefined],
  ['quotes that never end', `{"email":"${'\\"'.repeat(2 * much)}`, 'invalid_request'],
  ['white space', `${' '.repeat(1_000_000)}{}`, undefined],
  ['an address for a slow regex', `{"email":"${'a@'.repeat(2 * much)}","password":"x"}`, undefined],
  ['an address of dots', `{"email":"a@${'.'.repeat(4 * much)}","password":"x"}`, undefined],
  [
    'an address of dots with an invalid end',
    `{"email":"a@${'.'.repeat(4 * much)}@","password":"x"}`,
    undefined,
  ],
  ['a prototype', '{"__proto__":{"isAdmin":true}}', 'invalid_request'],
  ['an escaped prototype', '{"\\u005f_proto__":{"isAdmin":true}}', 'invalid_request'],
  ['a nested prototype', '{"email":{"__proto__":{"isAdmin":true}}}', 'invalid_request'],
  [
    "a constructor's prototype",
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    'invalid_request',
  ],
  ['a hundred megabytes, compressed', gzipSync(Buffer.alloc(100_000_000)), 'invalid_characters'],
]

let cookie = ''
beforeAll(async () => {
  const form = { email: 'ada@example.com', password: 'a quiet library' }
  const post = (path: string, input: object) =>
    fetch(`${server.origin}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
  await post('register', { ...form, cpassword: form.password })
  const [session = ''] = (await post('login', form)).headers.getSetCookie()
  cookie = session.split(';', 1)[0] ?? ''
})

describe('A malicious body', () => {
  it.each(bombs)(
    'is rejected, and costs no more than others of its length: %s',
    async (what, body, code) => {
      const text = 'x'.repeat(Math.max(body.length - '{"email":""}'.length, 0))
      const ratio = await ratioOf(
        () =>
          workFor(body, { path: 'prompts/create', cookie, ...(code !== undefined && { code }) }),
        () => workFor(`{"email":"${text}"}`, { path: 'prompts/create', cookie }),
      )
      report(`${what}: ${ratio} times the work of a harmless one`)
      expect(ratio).toBeLessThan(dearest)
      expect((await fetch(`${server.origin}/api/health`)).status).toBe(200)
    },
  )

  it.each(['gzip', 'deflate', 'br', 'zstd', 'compress', 'gzip, gzip'])(
    'is never decompressed: %s',
    async (encoding) => {
      const response = await fetch(`${server.origin}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        // Short enough for any call, until it is decompressed.
        body: gzipSync(Buffer.alloc(5_000_000, ' ')),
      })
      expect([response.status, await response.json()]).toMatchObject([
        415,
        { code: 'unsupported_media_type' },
      ])
    },
  )
})

/** Puts a list into a valid input. If it is in another list, that gets `copies` items. */
type PutList = (list: unknown, copies: number) => unknown

/** Every list of an input, at any depth. */
function listsIn(schema: InputSchema): [path: string, put: PutList][] {
  const { anyOf = [], items, properties = {} } = schema
  const inItems = items === undefined ? [] : listsIn(items)
  return [
    ...anyOf.flatMap(listsIn),
    ...(schema.type === 'array' ? [['', (list) => list] as [string, PutList]] : []),
    ...inItems.map(([path, put]): [string, PutList] => [
      `[]${path}`,
      (list, copies) => Array.from({ length: copies }, () => put(list, 1)),
    ]),
    ...Object.entries(properties).flatMap(([name, field]) =>
      listsIn(field).map(([path, put]): [string, PutList] => [
        `.${name}${path}`,
        (list, copies) => ({ ...(makeValid(schema) as object), [name]: put(list, copies) }),
      ]),
    ),
  ]
}

/** Calls that accept a body of this size. The others reject it by its length. */
const lists = Object.values<Call>(calls)
  .filter(({ bodyBytes }) => bodyBytes >= limits.requestBytes)
  .flatMap(({ path, input }) =>
    listsIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as InputSchema).map(
      ([where, put]) => ({ list: path + where, path, input, where, put }),
    ),
  )

describe('A list of a megabyte', () => {
  it('is found in every call that accepts one', () => {
    expect(lists.map(({ list }) => list)).toEqual(
      expect.arrayContaining([
        'library/change.changes',
        'library/change.changes[].promptIds',
        'library/import.entries[].valueSets[].values',
        'prompts/create.variables[].options',
        'my-values/set.values',
      ]),
    )
    for (const { list, put, input, where } of lists) {
      // Avoids a rejection because of another field. Some lists must not be empty.
      const { error } = z.safeParse(input, put([], 1))
      const others = (error?.issues ?? []).filter(({ path }) => `.${path.join('.')}` !== where)
      expect(others, list).toEqual([])
    }
  })

  it.each(lists)(
    'is rejected, and costs no more than a text of its length: $list',
    async ({ list: name, path, where, put }) => {
      const workOfList = (list: unknown, copies: number) =>
        workFor(JSON.stringify(put(list, copies)), { path, cookie })
      const harmless = once(() => workOfList('x'.repeat(listBytes), 1))
      for (const item of times<unknown[]>([{}], [0, {}, '', null, []])) {
        // Either one long list, or as many lists as another may have.
        for (const copies of where.includes('[]') ? [1, limits.selection] : [1]) {
          const count = listBytes / copies / (JSON.stringify(item).length + 1)
          const list = Array.from({ length: count }, () => item)
          const ratio = await ratioOf(
            () => workOfList(list, copies),
            // Measured once for all items; again if one seems expensive, since other processes slow both.
            (tries) => (tries === 0 ? harmless() : workOfList('x'.repeat(listBytes), 1)),
          )
          const what = `${name}: ${copies} of ${JSON.stringify(item)}`
          report(`${what}: ${ratio} times`)
          expect(ratio, what).toBeLessThan(dearest)
        }
      }
    },
  )
})

describe('A malicious query', () => {
  it.each([
    ['thousands of keys', 'a=1&'.repeat(3_500)],
    [
      'a prototype',
      '__proto__[isLoggedIn]=true&__proto__.isLoggedIn=true&constructor.prototype.x=1',
    ],
    ['nested brackets', `a${'[a]'.repeat(4_000)}=1`],
    ['percent signs', '%'.repeat(12_000)],
    ['broken escapes', '%ff=%c0%af&%zz=%'],
  ])('changes nothing: %s', async (_what, query) => {
    const response = await fetch(`${server.origin}/api/login-checker?${query}`)
    expect([response.status, await response.json()]).toEqual([
      200,
      { isLoggedIn: false, credits: { credits: 0, given: 0 } },
    ])
  })
})

/** The result of the first call, for all. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}

/** The main thread's time for a rejected call, in nanoseconds: in the long form, the minimum of several attempts. */
async function workFor(
  body: string | Buffer,
  { path, cookie = '', code }: { path: string; cookie?: string; code?: string },
): Promise<number> {
  let least = Infinity
  for (let round = 0; round < times(1, 20); round++) {
    const before = workOf(server.pid)
    const response = await fetch(`${server.origin}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: Buffer.from(body),
    })
    const answer = (await response.json()) as { code: string }
    least = Math.min(least, workOf(server.pid) - before)
    expect([response.status, answer.code]).toEqual([400, code ?? answer.code])
  }
  // Smaller values are below the resolution.
  return Math.max(least, 1e6)
}
