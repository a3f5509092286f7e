import { CspEvaluator } from 'csp_evaluator'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { afterAll, describe, expect, it } from 'vitest'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'
import { startServer } from '#tests/support/server-process.ts'
import { sendBytes } from './send-bytes.ts'

const baseUrl = 'https://prompts.example'
const server = await startServer({ BASE_URL: baseUrl, RATE_LIMITS: 'on' })
afterAll(async () => {
  await server.stop()
})

const everywhere = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': expect.stringMatching(/^(?:same-origin|no-referrer)$/) as string,
}
const onPages = {
  ...everywhere,
  // Exact, except for the hashes of the scripts.
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'; script-src 'self'(?: 'sha256-[\w+/]{43}=')*; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
  ) as string,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=(), ') as string,
  'x-frame-options': 'DENY',
}
const onAnswers = {
  ...everywhere,
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}

const json = 'Content-Type: application/json\r\n'
const long = 'a'.repeat(20_000)
/** A request for every status except 500, which follows below. */
const answers: [status: number, what: string, line: string, headers?: string, body?: string][] = [
  [200, 'a call', 'GET /api/plans'],
  [200, 'the description', 'GET /api/openapi.json'],
  [400, 'a wrong input', 'POST /api/login', json, '{}'],
  [400, 'broken JSON', 'POST /api/login', json, '{'],
  [400, 'a wrong password', 'POST /api/login', json, '{"email":"a@b.c","password":"x"}'],
  [400, 'an address that cannot be read', 'GET /%ff'],
  [400, 'what is not HTTP', 'GET /api/health', 'No header\r\n'],
  [401, 'no session', 'GET /api/profile'],
  [403, 'another site', 'POST /api/login', 'Origin: https://evil.example\r\n'],
  [404, 'an unknown call', 'GET /api/nothing'],
  [413, 'too long a body', 'POST /api/login', `${json}Content-Length: 2000000\r\n`],
  [415, 'a body of another type', 'POST /api/login', 'Content-Type: text/plain\r\n', '{}'],
  [431, 'too long an address', `GET /api/health?${long}`],
  [503, 'no sign-in with Google', 'GET /api/login/google-link'],
]
const pages: [status: number, what: string, line: string, headers?: string][] = [
  [200, 'the landing page', 'GET /'],
  [200, 'a rendered screen', 'GET /forgot-password/link'],
  [200, 'a screen that the client renders', 'GET /undo-email/x'],
  [200, 'a link of a mail', 'GET /forgot-password/reset/secret'],
  [200, 'a page of the operator', 'GET /page/imprint'],
  [404, 'an unknown page', 'GET /page/nothing'],
  [404, 'an unknown shared prompt', 'GET /prompt/shared/nothing'],
  [404, 'an unknown asset', 'GET /assets/nothing.js'],
  [404, 'no call at all', 'POST /nothing'],
  [200, 'a file', 'GET /icon.svg'],
  [200, 'the rules for crawlers', 'GET /robots.txt'],
]

async function ask(line: string, headers = '', body = '') {
  const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`
  const [answer] = await sendBytes(
    server.origin,
    `${line} HTTP/1.1\r\nHost: prompts.example\r\nAccept: text/html\r\n${headers}${length}Connection: close\r\n\r\n${body}`,
  )
  return answer
}

describe('The headers', () => {
  it.each(answers)('%i of the API keep the answer private: %s', async (status, _what, ...sent) => {
    const answer = await ask(...sent)
    expect([answer?.status, answer?.headers]).toEqual([status, expect.objectContaining(onAnswers)])
  })

  it.each(pages)('%i of a page allow nothing else to run: %s', async (status, _what, ...sent) => {
    const answer = await ask(...sent)
    expect([answer?.status, answer?.headers]).toEqual([status, expect.objectContaining(onPages)])
  })

  it('500 make the answer unreadable to other sites', async () => {
    const [database] = databases
    if (database === undefined) throw new Error('There is no database.')
    const app = await makeTestApp(database, { environment: { BASE_URL: baseUrl } })
    const ada = await app.signUp()
    await app.db.schema.dropTable('credit_entries').execute()
    const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await app.server.inject({ url: '/api/login-checker', headers: { cookie } })
    expect([answer.statusCode, answer.headers]).toEqual([500, expect.objectContaining(onAnswers)])
    await app.close()
  })

  it('do not reveal the server software', async () => {
    for (const [, , ...sent] of [...answers, ...pages]) {
      const { headers } = (await ask(...sent)) ?? {}
      expect(headers).not.toHaveProperty('server')
      expect(headers).not.toHaveProperty('x-powered-by')
    }
  })

  it('state the charset of every text', async () => {
    for (const [, , ...sent] of [...answers, ...pages]) {
      expect((await ask(...sent))?.headers['content-type']).toMatch(/; charset=utf-8$/)
    }
  })

  it('have HSTS only on https', async () => {
    const plain = await startServer()
    const { headers } = await fetch(plain.origin)
    expect(headers.get('strict-transport-security')).toBeNull()
    await plain.stop()
  })
})

describe("According to Google's CSP Evaluator", () => {
  it.each(['/', '/prompts', '/page/imprint', '/api/plans', '/icon.svg'])(
    'the policy of %s has no weakness',
    async (path) => {
      const policy = (await ask(`GET ${path}`))?.headers['content-security-policy'] ?? ''
      expect(policy).not.toContain('unsafe')
      const { csp } = new CspParser(policy)
      const findings = new CspEvaluator(csp).evaluate()
      // Its one "maybe" is about sites that host other people's scripts. This one hosts none.
      const weaknesses = findings.filter(({ description }) => !description.includes('JSONP'))
      expect(weaknesses).toEqual([])
    },
  )
})
