import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { toJSONSchema } from 'zod/v4/core'
import { calls } from '#contract/calls.ts'
import type { Call } from '#contract/core/call.ts'
import errorMessages from '#languages/en/errors.json' with { type: 'json' }
import { isNestedDeeperThan } from '#server/core/json-limits.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import { logInto } from '#tests/support/log-into.ts'

const [database] = databases
if (database === undefined) throw new Error('There is no database.')
const it = libraryTest(database)

describe('The API', () => {
  it('accepts only JSON', async ({ app }) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      undefined,
    ]) {
      expect(await post(app, '{}', type)).toEqual([415, 'unsupported_media_type'])
    }
    expect(await post(app, '{}', 'application/json; charset=utf-8')).toEqual([
      400,
      'fields_missing',
    ])
    expect(await post(app, '')).toEqual([400, 'fields_missing'])
  })

  it.for([
    ['that is malformed', '{"email":', 'invalid_request'],
    ['that is not an object', '[]', 'invalid_request'],
    ['that is null', 'null', 'fields_missing'],
    ['that reaches for a prototype', '{"__proto__":{"admin":true}}', 'invalid_request'],
    ['that is nested 5,000 levels deep', '['.repeat(5_000), 'invalid_request'],
    ['that is not UTF-8', Buffer.from('{"email":"\xFF"}', 'latin1'), 'invalid_characters'],
  ] as const)('refuses JSON %s', async ([, payload, code], { app }) => {
    expect(await post(app, payload, 'application/json')).toEqual([400, code])
  })

  it('names the place and the reason of invalid input', async ({ app }) => {
    const ada = await app.signUp()
    const prompt = { name: 'Poem', color: '4ECDC4', prompt: 'On {topic}' }
    const refused = async (input: object) =>
      (await ada.send(calls.createPrompt, { ...prompt, ...input })).json<object>()
    const options = (given: unknown) => ({
      variables: [{ name: 'topic', kind: 'choice', options: given }],
    })
    const general = { status: 'error', code: 'invalid_request' }
    expect(await refused(options('rain'))).toEqual({
      ...general,
      path: 'variables[0].options',
      msg: 'variables[0].options must be an array.',
    })
    expect(await refused({ variables: [{ kind: 'text' }] })).toEqual({
      ...general,
      path: 'variables[0].name',
      msg: 'variables[0].name is missing.',
    })
    const setting = { name: 'topic', kind: 'number', step: -1 }
    expect(await refused({ variables: [setting] })).toEqual({
      ...general,
      path: 'variables[0].step',
      msg: 'variables[0].step must be more than 0.',
    })
    expect(await refused(options(Array<string>(101).fill('rain')))).toEqual({
      status: 'error',
      code: 'too_many_options',
      path: 'variables[0].options',
      msg: errorMessages.too_many_options,
    })
    expect((await ada.send(calls.setMyValues, [] as never)).json()).toEqual({
      ...general,
      path: '',
      msg: 'The input must be an object.',
    })
  })

  it('accepts at most a megabyte', async ({ app }) => {
    const ada = await app.signUp()
    const statusOf = async (length: number) =>
      (await ada.send(calls.createPrompt, { prompt: 'x'.repeat(length) })).statusCode
    expect(await statusOf(1024 * 1024 - 100)).toBe(400)
    expect(await statusOf(1024 * 1024)).toBe(413)
  })

  it.for([
    ['GET', '/api/nothing-here'],
    ['GET', '/api'],
    ['HEAD', '/api/health'],
    ['GET', '/api/login'],
    ['DELETE', '/api/prompts/list'],
    ['POST', '/api/health'],
  ] as const)('answers %s %s with 404', async ([method, url], { app }) => {
    const response = await app.server.inject({ method, url, headers: { accept: 'text/html' } })
    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    if (method !== 'HEAD') {
      expect(response.json()).toEqual({ status: 'error', code: 'not_found', msg: 'Not found' })
    }
  })

  it('answers 400 to a path that cannot be decoded', async ({ app }) => {
    const response = await app.server.inject('/api/%ff')
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([
      400,
      'invalid_request',
    ])
  })

  it('forbids caching, framing and sniffing its answers', async ({ app }) => {
    const { headers } = await app.server.inject('/api/health')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  it('documents every call that it serves', async ({ app }) => {
    const document = (await app.server.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, { summary: string; requestBody?: object }>>
    }>()
    const create = document.paths['/api/prompts/create']?.['post']
    expect(create?.summary).toBe(calls.createPrompt.summary)
    expect(JSON.stringify(create?.requestBody)).toContain('folderId')
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const answered = Object.values(calls)
      .map(({ method, path }) => ({ method, url: `/api/${path}` }))
      .filter((route) => app.server.hasRoute(route))
      .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
    expect(described.toSorted()).toEqual(answered.toSorted())
  })

  it('documents colours and ids in either case, as it accepts them', async ({ app }) => {
    const document = (await app.server.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, { requestBody: object }>>
    }>()
    const body = JSON.stringify(document.paths['/api/prompts/move']?.['post']?.requestBody)
    const create = JSON.stringify(document.paths['/api/prompts/create']?.['post']?.requestBody)
    expect(body).toContain('[0-9A-Fa-f]{8}')
    expect(create).toContain('^#?[0-9A-Fa-f]{6}$')
    const flags = new Set<string>()
    for (const { input, answer, params } of Object.values<Call>(calls)) {
      for (const schema of [input, answer, ...(params ? [params] : [])]) {
        toJSONSchema(schema, {
          unrepresentable: 'any',
          override: ({ zodSchema }) => {
            for (const check of zodSchema._zod.def.checks ?? []) {
              const { pattern } = check._zod.def as { pattern?: RegExp }
              if (pattern) flags.add(pattern.flags)
            }
          },
        })
      }
    }
    // The document has none.
    expect([...flags]).toEqual([''])
  })

  it("documents each call in words, and the library's objects by their names", async ({ app }) => {
    const document = (await app.server.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, { description?: string }>>
      components: { schemas: Record<string, object> }
    }>()
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Failure', 'Folder', 'Prompt', 'VariableSetting', 'Plan', 'Run']),
    )
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const { description = '' } of Object.values(methods)) {
        expect([path, description.length > 10]).toEqual([path, true])
      }
    }
    const get = JSON.stringify(document.paths['/api/prompts/get'])
    expect(get).toContain('"$ref":"#/components/schemas/')
    // No name is generated.
    expect(
      Object.keys(document.components.schemas).filter((name) => name.startsWith('__')),
    ).toEqual([])
  })

  it('hides an unexpected error from the client and logs it in full', async () => {
    const lines: string[] = []
    const app = await makeTestApp(database, { log: logInto(lines) })
    const ada = await app.signUp()
    await app.db.schema.dropTable('credit_entries').execute()
    const response = await ada.send(calls.checkLogin, {})
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({
      status: 'error',
      code: 'unknown',
      msg: errorMessages.unknown,
    })
    expect(lines.join('')).toContain('no such table: credit_entries')
    await app.close()
  })
})

describe('A request from another site', () => {
  const form = { email: 'ada@example.com', password: 'correct horse' }
  const refused = [403, 'cross_site']
  const login = async (app: TestApp, headers: Record<string, string>) => {
    const response = await app.visitor().send(calls.login, form, headers)
    return [response.statusCode, response.json<{ code: string }>().code]
  }

  it('is refused by its Sec-Fetch-Site', async ({ app }) => {
    const allowed = [400, 'password_wrong']
    for (const site of ['same-origin', 'none']) {
      expect(await login(app, { 'sec-fetch-site': site })).toEqual(allowed)
    }
    for (const site of ['cross-site', 'same-site']) {
      expect(await login(app, { 'sec-fetch-site': site })).toEqual(refused)
    }
    expect(await login(app, {})).toEqual(allowed)
  })

  it('is refused by its Origin if there is no Sec-Fetch-Site', async ({ app }) => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:9999', '']) {
      expect(await login(app, { origin, host: 'localhost:3000' })).toEqual(refused)
    }
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:8080']) {
      const host = new URL(origin).host
      expect(await login(app, { origin, host })).toEqual([400, 'password_wrong'])
    }
  })

  it('may have only the public origin if the server is public', async () => {
    const app = await makeTestApp(database, {
      environment: { BASE_URL: 'https://prompts.example' },
    })
    const host = 'other.example'
    expect(await login(app, { origin: 'https://other.example', host })).toEqual(refused)
    expect(await login(app, { origin: 'https://prompts.example', host })).toEqual([
      400,
      'password_wrong',
    ])
    await app.close()
  })

  it('may read, but cannot log users out', async ({ app }) => {
    const ada = await app.signUp()
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await ada.send(calls.logout, {}, headers)).statusCode).toBe(403)
    expect((await ada.send(calls.checkLogin, {}, headers)).statusCode).toBe(200)
    await ada.call(calls.getProfile, {})
  })
})

describe('The log', () => {
  test('has one line per request, with user and path but no secrets or content', async () => {
    const lines: string[] = []
    const app = await makeTestApp(database, { log: logInto(lines) })
    const ada = app.visitor()
    await ada.register('ada@example.com', 'correct horse')
    await ada.signIn('ada@example.com', 'correct horse')
    const promptId = await ada.makePrompt('Top secret', { prompt: 'hidden words', notes: 'quiet' })
    await ada.call(calls.searchPrompts, { search: 'hidden' })
    await ada.call(calls.getPrompt, { promptId })
    await app.server.inject('/nowhere/at/all?token=smuggled')
    const [token = ''] = ada.cookies.values()
    await app.close()

    const requests = lines
      .map((line) => JSON.parse(line) as { msg: string })
      .filter(({ msg }) => msg === 'request')
    expect(requests).toHaveLength(6)
    const search = requests[3] ?? {}
    expect(search).toMatchObject({ method: 'GET', path: '/api/prompts/search', status: 200 })
    expect(Object.keys(search)).toEqual(
      expect.arrayContaining(['requestId', 'method', 'path', 'status', 'ms', 'userId']),
    )
    expect(requests[5]).toMatchObject({ path: '(none)', status: 404 })
    for (const secret of [
      token,
      'horse',
      'ada@',
      'secret',
      'hidden',
      'quiet',
      promptId,
      'smuggled',
    ]) {
      expect(lines.join('')).not.toContain(secret)
    }
  })
})

describe('A long answer', () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  const it = libraryTest(database)
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }

  it.for(['br', 'gzip'] as const)(
    'is sent as %s to clients that accept it',
    async (encoding, { app }) => {
      const ada = await app.signUp()
      const prompt = 'A line of the poem. '.repeat(500)
      const promptId = await ada.makePrompt('Poem', { prompt })
      const headers = { cookie: [...ada.cookies].map((pair) => pair.join('=')).join('; ') }
      const ask = (accepted: string) =>
        app.server.inject({
          url: `/api/prompts/get?promptId=${promptId}`,
          headers: { ...headers, 'accept-encoding': accepted },
        })
      const packed = await ask(encoding)
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'accept-encoding',
      })
      expect(packed.rawPayload.length).toBeLessThan(1_000)
      const plain = await ask('identity')
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(unpack[encoding](packed.rawPayload).toString()).toBe(plain.body)
      expect(plain.json()).toMatchObject({ prompt: { prompt } })
    },
  )
})

test('Nesting is only counted outside of strings', () => {
  expect(isNestedDeeperThan(2, '[[1]]')).toBe(false)
  expect(isNestedDeeperThan(2, '[[[1]]]')).toBe(true)
  expect(isNestedDeeperThan(2, '[{"a":"[[[\\"[[["}]')).toBe(false)
})

async function post(app: TestApp, payload: string | Buffer, contentType?: string) {
  const response = await app.server.inject({
    method: 'POST',
    url: '/api/login',
    headers: contentType === undefined ? {} : { 'content-type': contentType },
    payload,
  })
  return [response.statusCode, response.json<{ code: string }>().code]
}
