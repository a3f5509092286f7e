import { afterAll, expect, it } from 'vitest'
import { runHaproxy } from '#tests/support/servers/haproxy.ts'
import { findFreePort, startServer } from '#tests/support/server-process.ts'
import { sendBytes } from './send-bytes.ts'

const atOnce = 16
const port = await findFreePort()
const attackedPort = await findFreePort()
const origin = `http://127.0.0.1:${port}`
const attacked = `http://127.0.0.1:${attackedPort}`
const server = await startServer({ BASE_URL: origin, TRUST_PROXY: 'on', LOG_LEVEL: 'info' })
// All clients share the connections to the server, so that one request could smuggle part of another. The proxy
// denies /api/plans: a request for it that reaches the server has been smuggled. It soon gives up on attacks that never
// end, but has patience with the others, who may be slow on a busy machine.
const proxy = await runHaproxy(
  port,
  `defaults
  mode http
  timeout connect 30s
  timeout client 30s
  timeout server 30s
  option forwardfor
frontend others
  bind 127.0.0.1:${port}
  http-request deny if { path_beg /api/plans }
  default_backend site
frontend attackers
  bind 127.0.0.1:${attackedPort}
  timeout http-request 500ms
  timeout client 500ms
  http-request deny if { path_beg /api/plans }
  default_backend site
backend site
  http-reuse always
  server instance ${new URL(server.origin).host} maxconn 1000
`,
)
afterAll(async () => {
  await proxy.stop()
  await server.stop()
})

const innocent = 'GET /api/health HTTP/1.1\r\nHost: promptshelf\r\nConnection: close\r\n\r\n'
const hidden = 'GET /api/plans HTTP/1.1\r\nHost: promptshelf\r\nX-Rest: '
/** Requests hidden from a parser that trusts the length but not from one that trusts the chunks, and vice versa. */
const behindChunks = `0\r\n\r\n${hidden}`
const withinChunk = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
const whole = `Content-Length: ${behindChunks.length}`
const short = `Content-Length: ${hidden.length.toString(16).length + 2}`

const codings = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding:chunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding:\v chunked',
  'Transfer-Encoding: \0chunked',
  'Transfer-Encoding: chunked\0',
  'Transfer-Encoding: chunKED',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: chunked;x',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding\r\n: chunked',
  ' Transfer-Encoding: chunked',
  'X: x\nTransfer-Encoding: chunked',
  'X: x\rTransfer-Encoding: chunked',
  'X: x\r\n\rTransfer-Encoding: chunked',
  'Transfer_Encoding: chunked',
  'Transfer-Encoding: chunked\r\nConnection: Transfer-Encoding',
  'Transfer-Encoding: chunked\r\nConnection: close, Content-Length',
  'Transfer-Encoding: chunked\r\nExpect: 100-continue',
  'Transfer-Encoding: chunked\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
]
const start = `POST /api/login HTTP/1.1\r\nHost: promptshelf\r\nContent-Type: application/json`
const byCoding = codings.flatMap((coding) => [
  `${start}\r\n${whole}\r\n${coding}\r\n\r\n${behindChunks}`,
  `${start}\r\n${coding}\r\n${whole}\r\n\r\n${behindChunks}`,
  `${start}\r\n${short}\r\n${coding}\r\n\r\n${withinChunk}`,
])

const lengths = [
  'Content-Length: 0\r\nContent-Length: LENGTH',
  'Content-Length: LENGTH\r\nContent-Length: 0',
  'Content-Length: 0, LENGTH',
  'Content-Length: +LENGTH',
  'Content-Length: -LENGTH',
  'Content-Length: 0LENGTH',
  'Content-Length: LENGTH.0',
  'Content-Length: \tLENGTH',
  'Content-Length : LENGTH',
  'Content-Length: LENGTH\0',
  'Content_Length: 0\r\nContent-Length: LENGTH',
  'Content-Length: LENGTH\r\nConnection: Content-Length',
  'Content-Length: LENGTH\r\nExpect: 100-continue',
  'Content-Length: LENGTH\r\nExpect: x 100-continue',
  'X: x\nContent-Length: LENGTH',
]
const methods = [
  'POST /api/login',
  'GET /api/health',
  'HEAD /prompts',
  'OPTIONS /',
  'FOO /icon.svg',
]
const byLength = lengths.flatMap((length) =>
  methods.map(
    (method) =>
      `${method} HTTP/1.1\r\nHost: promptshelf\r\n${length.replaceAll('LENGTH', String(hidden.length))}\r\n\r\n${hidden}`,
  ),
)

const sizes = [
  '0x0',
  '-0',
  '+0',
  '0 ',
  ' 0',
  '00000000000000000000',
  '100000000',
  '0;\n',
  '0;x="\r\n"',
  '0\n',
  '',
]
const byChunk = sizes.map(
  (size) =>
    `${start}\r\nTransfer-Encoding: chunked\r\n\r\n${size}\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
)

it('No request is smuggled past the proxy', async () => {
  for (const each of [origin, attacked]) {
    expect((await fetch(`${each}/api/plans`)).status).toBe(403)
  }
  const attacks = [...byCoding, ...byLength, ...byChunk]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let bytes = attacks.pop(); bytes !== undefined; bytes = attacks.pop()) {
        await sendBytes(attacked, bytes)
        // The next request is from another client, on a server connection that the attacker may have used.
        const answers = await sendBytes(origin, innocent)
        expect(answers.map(({ status, body }) => [status, body])).toEqual([
          [200, '{"status":"success"}'],
        ])
      }
    }),
  )
  await fetch(`${server.origin}/api/openapi.json`)
  let log = ''
  await expect.poll(() => (log += server.takeLog())).toContain('/api/openapi.json')
  expect(log).not.toContain('/api/plans')
})
