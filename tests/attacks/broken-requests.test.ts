import { afterAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type ErrorCode } from '#contract/core/errors.ts'
import errorMessages from '#languages/en/errors.json' with { type: 'json' }
import { startServer } from '#tests/support/server-process.ts'
import { sendBytes, type RawAnswer } from './send-bytes.ts'

const server = await startServer()
const { host } = new URL(server.origin)
afterAll(async () => {
  const log = server.takeLog()
  await server.stop()
  expect(log, 'errors in the log').toBe('')
})

const end = `Host: ${host}\r\nConnection: close\r\n\r\n`
const post = `POST /api/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`
/** The bytes that a smuggler wants parsed as the next client's request. */
const smuggled = `GET /api/plans HTTP/1.1\r\n${end}`

describe('An ambiguous request is rejected, with everything after it', () => {
  it.each([
    [
      'a length and chunks',
      `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'chunks and a length',
      `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
    ],
    ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}`],
    ['the same length twice', `${post}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
    ['a list of lengths', `${post}Content-Length: 2, 2\r\n\r\n{}`],
    ['a length with a sign', `${post}Content-Length: +2\r\n\r\n{}`],
    ['a negative length', `${post}Content-Length: -1\r\n\r\n{}`],
    ['a length in hex', `${post}Content-Length: 0x2\r\n\r\n{}`],
    ['an overlong length', `${post}Content-Length: 99999999999999999999999\r\n\r\n{}`],
    ['an unknown encoding', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['an encoding after chunked', `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ['a space before the colon', `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
    ['a folded header', `${post}X-Folded: a\r\n b\r\nContent-Length: 2\r\n\r\n{}`],
    ['a folded encoding', `${post}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n`],
    ['bare line feeds', `${post.replaceAll('\r', '')}Content-Length: 2\n\n{}`],
    ['bare carriage returns', `${post.replaceAll('\n', '')}Content-Length: 2\r\r{}`],
    ['a NUL in a header', `${post}X-Nul: a\0b\r\nContent-Length: 2\r\n\r\n{}`],
    ['a line feed in a chunk', `${post}Transfer-Encoding: chunked\r\n\r\n2;\n{}\r\n0\r\n\r\n`],
    ['an overlong chunk size', `${post}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}`],
    ['a chunk in hex notation', `${post}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n`],
    ['HTTP/0.9', 'GET /api/health\r\n\r\n'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a method in lower case', `get /api/health HTTP/1.1\r\n${end}`],
    ['bytes in the path', `GET /api/h\xe9 HTTP/1.1\r\n${end}`],
    ['a NUL in the path', `GET /api/hea\0lth HTTP/1.1\r\n${end}`],
  ])('with %s', async (_what, bytes) => {
    const answers = await sendBytes(server.origin, bytes + smuggled)
    expect(answers).not.toHaveLength(0)
    for (const answer of answers) expectFailure(answer, 400, 'invalid_request')
  })

  it('with a body that is not allowed', async () => {
    const [first, ...others] = await sendBytes(
      server.origin,
      `GET /api/health HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}GET /api/nothing HTTP/1.1\r\n${end}`,
    )
    expect(first?.status).toBe(200)
    // The body is not parsed as a request.
    expect(others.map(({ status }) => status)).toEqual([404])
  })
})

describe('A request without an unambiguous Host', () => {
  it.each([
    ['has none', ''],
    ['has two', `Host: ${host}\r\nHost: evil.example\r\n`],
    ['has the same one twice', `Host: ${host}\r\nHost: ${host}\r\n`],
    ['has an empty one', 'Host: \r\n'],
    ['has words', 'Host: a b\r\n'],
    ['has a list', 'Host: a,b\r\n'],
    ['has a user', 'Host: ada@example.com\r\n'],
    ['has a path', 'Host: example.com/path\r\n'],
    ['has a line break', 'Host: a%0d%0aSet-Cookie:b\r\n'],
  ])('is rejected if it %s', async (_what, header) => {
    for (const path of ['/api/health', '/prompts', '/icon.svg']) {
      const [answer] = await sendBytes(
        server.origin,
        `GET ${path} HTTP/1.1\r\n${header}Connection: close\r\n\r\n`,
      )
      expectFailure(answer, 400, 'invalid_request')
    }
  })

  it.each([
    '127.0.0.1',
    'localhost:3000',
    '[::1]:3000',
    'prompts.example.com',
    'xn--bcher-kva.example',
  ])('is answered if it is %s', async (name) => {
    const [answer] = await sendBytes(
      server.origin,
      `GET /api/health HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer?.status).toBe(200)
  })
})

describe('An oversized request', () => {
  it.each([
    ['a long address', `GET /api/health?${'a'.repeat(20_000)} HTTP/1.1\r\n${end}`],
    ['a long header', `GET /api/health HTTP/1.1\r\nX-Long: ${'a'.repeat(20_000)}\r\n${end}`],
    ['a long cookie', `GET /api/health HTTP/1.1\r\nCookie: ${'a=b; '.repeat(5_000)}\r\n${end}`],
    ['many headers', `GET /api/health HTTP/1.1\r\n${'X-Many: a\r\n'.repeat(3_000)}${end}`],
  ])('is rejected for %s', async (_what, bytes) => {
    const [answer] = await sendBytes(server.origin, bytes)
    expectFailure(answer, 431, 'invalid_request')
  })

  it('is rejected for a long body, with or without a length, and the error names the limit', async () => {
    const [announced] = await sendBytes(server.origin, `${post}Content-Length: 8193\r\n\r\n{`)
    expectFailure(announced, 413, 'payload_too_large', 8)
    const chunk = `10000\r\n${' '.repeat(0x1_00_00)}\r\n`
    const [chunked] = await sendBytes(
      server.origin,
      `${post}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(18)}`,
    )
    expectFailure(chunked, 413, 'payload_too_large', 8)
  })

  it('is rejected at an unknown path, too', async () => {
    const elsewhere = post.replace('/api/login', '/api/unknown')
    const [answer] = await sendBytes(server.origin, `${elsewhere}Content-Length: 8193\r\n\r\n{`)
    expectFailure(answer, 413, 'payload_too_large', 8)
  })
})

describe('Unusual features of HTTP', () => {
  it.each(['TRACE', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY'])(
    '%s does nothing',
    async (method) => {
      for (const path of ['/api/login', '/prompts', '/icon.svg']) {
        const [answer] = await sendBytes(
          server.origin,
          `${method} ${path} HTTP/1.1\r\nCookie: session=secret\r\n${end}`,
        )
        expect(answer?.status).toBeOneOf([400, 404])
        expect(answer?.body).not.toContain('secret')
        expect(answer?.headers['access-control-allow-origin']).toBeUndefined()
      }
    },
  )

  it('method overrides in headers are ignored', async () => {
    const header = 'X-HTTP-Method-Override: GET\r\nContent-Length: 0\r\n'
    const bytes = `POST /api/health?_method=GET HTTP/1.1\r\n${header}${end}`
    expectFailure((await sendBytes(server.origin, bytes))[0], 404, 'not_found')
  })

  it('upgrades and tunnels are rejected', async () => {
    const upgrade = `GET /api/health HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`
    expect((await sendBytes(server.origin, upgrade))[0]?.status).toBe(200)
    expect(await sendBytes(server.origin, `CONNECT ${host} HTTP/1.1\r\n${end}`)).toEqual([])
  })

  it('an absolute address of another host is treated as a path', async () => {
    const bytes = `GET http://evil.example/api/health HTTP/1.1\r\n${end}`
    const [answer] = await sendBytes(server.origin, bytes)
    expect([answer?.status, answer?.body]).toEqual([200, '{"status":"success"}'])
  })
})

describe('A path outside the served directory', () => {
  const outside = [
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/..%5cpackage.json',
    '/%252e%252e%252fpackage.json',
    '/..%00/package.json',
    '/assets/../../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e%5c%2e%2e%5c%2e%2e%5cpackage.json',
    '/assets/..;/..;/..;/package.json',
    '/icon.svg/../../../package.json',
    '//etc/passwd',
    '/file:///etc/passwd',
    '/index.html%00.svg',
    '/.git/config',
    '/.env',
    '/data/promptshelf.sqlite',
    '/server/main.ts',
    '/node_modules/fastify/package.json',
    '/api/page/..%2f..%2fpackage.json',
    '/api/page/__proto__',
    '/page/..%2f..%2fpackage.json',
    '/page/constructor',
    '/prompt/shared/..%2f..%2fpackage.json',
  ]

  it.each(outside)('returns the page or 404: %s', async (path) => {
    const client = await (await fetch(`${server.origin}/no/such/screen`)).text()
    for (const accept of ['text/html', 'application/json', '*/*']) {
      const [answer] = await sendBytes(
        server.origin,
        `GET ${path} HTTP/1.1\r\nAccept: ${accept}\r\n${end}`,
      )
      if (answer?.body !== client) expect(answer?.status).toBe(404)
      expect(answer?.body).not.toMatch(/devDependencies|root:x:|import /)
    }
  })

  it.each(['/%ff', '/assets/%', '/prompt/shared/%c0%af', '/api/page/%zz'])(
    'is rejected if it cannot be decoded: %s',
    async (path) => {
      const [answer] = await sendBytes(server.origin, `GET ${path} HTTP/1.1\r\n${end}`)
      expectFailure(answer, 400, 'invalid_request')
    },
  )
})

it('A client that disconnects halfway leaves no error in the log', async () => {
  const gone = new AbortController()
  const upload = fetch(`${server.origin}/api/${calls.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new ReadableStream({
      start: (stream) => stream.enqueue(Buffer.from('{"email":')),
      pull: () => gone.abort(),
    }),
    duplex: 'half',
    signal: gone.signal,
  } as RequestInit)
  await expect(upload).rejects.toThrow()
  expect((await fetch(`${server.origin}/api/health`)).status).toBe(200)
})

function expectFailure(
  answer: RawAnswer | undefined,
  status: number,
  code: ErrorCode,
  limit?: number,
) {
  const msg = errorMessages[code].replace('{limit}', String(limit))
  expect([answer?.status, JSON.parse(answer?.body ?? '')]).toEqual([
    status,
    { status: 'error', code, msg, ...(limit !== undefined && { limit }) },
  ])
  expect(answer?.headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/^default-src 'none'; /) as string,
    'x-content-type-options': 'nosniff',
  })
}
