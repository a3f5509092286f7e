import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { startServer } from '#tests/support/server-process.ts'
import { tell, times } from './attack-length.ts'
import { dearest, workOf } from './server-work.ts'

const server = await startServer()
afterAll(async () => {
  const log = server.takeLog()
  await server.stop()
  expect(log, 'errors in the log').toBe('')
})

const much = 200_000
const bombs: [what: string, body: string | Buffer, code: string][] = [
  ['lists in lists', '['.repeat(5 * much), 'invalid_request'],
  ['objects in objects', '{"a":'.repeat(much), 'invalid_request'],
  ['a list that is closed', `${'['.repeat(much)}${']'.repeat(much)}`, 'invalid_request'],
  ['a level too many', `{"email":${'['.repeat(32)}1${']'.repeat(32)}}`, 'invalid_request'],
  ['as many levels as allowed', `{"email":${'['.repeat(31)}1${']'.repeat(31)}}`, 'fields_missing'],
  [
    'as many keys as fit',
    `{${Array.from({ length: 90_000 }, (_, at) => `"${at}":0`).join()}}`,
    'fields_missing',
  ],
  ['the same key over and over', `{${'"email":"a",'.repeat(80_000)}"x":0}`, 'email_invalid'],
  [
    'keys with colliding hashes',
    `{${Array.from({ length: 50_000 }, (_, at) => `"${at * 2 ** 20}":0`).join()}}`,
    'fields_missing',
  ],
  ['an endless number', `{"email":${'9'.repeat(5 * much)}}`, 'fields_missing'],
  ['an endless fraction', `{"email":0.${'1'.repeat(5 * much)}e-999999}`, 'fields_missing'],
  ['escapes', `{"email":"${'\\u0061'.repeat(160_000)}"}`, 'email_invalid'],
  ['quotes that never end', `{"email":"${'\\"'.repeat(2 * much)}`, 'invalid_request'],
  ['white space', `${' '.repeat(1_000_000)}{}`, 'fields_missing'],
  [
    'an address for a slow regex',
    `{"email":"${'a@'.repeat(2 * much)}","password":"x"}`,
    'email_invalid',
  ],
  ['an address of dots', `{"email":"a@${'.'.repeat(4 * much)}","password":"x"}`, 'email_invalid'],
  [
    'an address of dots with an invalid end',
    `{"email":"a@${'.'.repeat(4 * much)}@","password":"x"}`,
    'email_invalid',
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

describe('A malicious body', () => {
  it.each(bombs)(
    'is refused, and costs no more than others of its length: %s',
    async (what, body, code) => {
      const text = 'x'.repeat(Math.max(body.length - '{"email":""}'.length, 0))
      const harmless = await workFor(`{"email":"${text}"}`)
      const hostile = await workFor(body, code)
      tell(`${what}: ${hostile / 1e6} ms of the server's work, ${hostile / harmless} times`)
      expect(hostile / harmless).toBeLessThan(dearest)
      expect((await fetch(`${server.origin}/api/health`)).status).toBe(200)
    },
  )

  it.each(['gzip', 'deflate', 'br', 'zstd', 'compress', 'gzip, gzip'])(
    'is never decompressed: %s',
    async (encoding) => {
      const response = await fetch(`${server.origin}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        body: gzipSync(Buffer.alloc(50_000_000, ' ')),
      })
      expect([response.status, await response.json()]).toMatchObject([
        415,
        { code: 'unsupported_media_type' },
      ])
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

/** The main thread's time for signing in with this body, in nanoseconds: the minimum of several tries. */
async function workFor(body: string | Buffer, code?: string): Promise<number> {
  let least = Infinity
  for (let round = 0; round < times(3, 20); round++) {
    const before = workOf(server.pid)
    const response = await fetch(`${server.origin}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(body),
    })
    const answer = (await response.json()) as { code: string }
    least = Math.min(least, workOf(server.pid) - before)
    expect([response.status, answer.code]).toEqual([400, code ?? answer.code])
  }
  // Smaller values are below the resolution.
  return Math.max(least, 1e6)
}
