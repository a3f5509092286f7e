import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Call } from '#contract/core/call.ts'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'
import { startServer } from '#tests/support/server-process.ts'
import { report, times } from './attack-length.ts'
import { dearest, ratioOf, workOf } from './server-work.ts'
import { makeValid, type InputSchema } from './valid-inputs.ts'

/** Tried first, so that quadratic time is found before it blocks the test for hours. */
const firstShare = 1 / 32
/** Nanoseconds. */
const manyTicks = 40e6
/** A request's head has 16 KiB. */
const headBytes = 15_000

/** Texts that make a regex backtrack: a start, a repeated unit, an end that does not match. */
type Kind = [beginning: string, repeated: string, end: string]
const hostile: Kind[] = [
  ['', 'a', '\t'],
  ['', ' ', 'x'],
  ['x', ' ', 'x'],
  ['', '\t\n', 'x'],
  ['', '\r', 'x'],
  ['', '@', ' '],
  ['', 'a@', ' '],
  ['a@', '.', '@'],
  ['a@', 'a.', '@'],
  ['a@b.', '.', ' '],
  ['', '0', 'x'],
  ['', '-', '!'],
  ['', '{', ''],
  ['', '{ ', '}'],
  ['', '{x', ''],
  ['', '{{x}}', ''],
  ['', '{a}', ''],
  ['', '{<b>', '</b>}'],
  ['', '{<b>a</b>}', '{'],
  ['', '{"a": 1}', ''],
  ['{', '"\\', '}'],
  ['{a: b, ', 'c: d, ', '}'],
  ['', 'f"{a}', ''],
  ['', '```py\n', '{a}'],
  ['', '<', '>'],
  ['', '&', ''],
  ['', '/', '.'],
  ['', '/', 'x'],
  ['', '\\"', '\\'],
  ['', '%', '%'],
  ['', '\u0301\u0316', ''],
  ['', 'a\u0316\u0301', ''],
  ['', 'Σ\u00AD', ''],
  ['', 'ﷺ', ''],
  ['', '😀', ''],
]

/** The same for places where only some characters are allowed: a path, and a header. */
const hostileInHead = split(
  '. / // /. ./ ../ %2e %2F %ff % %25 ; : ~ - a /:a * ? ?a & =& a=& [ a[b]= + 0 @ #',
).flatMap((repeated) => ['', '/', '.', '!'].map((end): Kind => ['/', repeated, end]))
const hostileInHeaders = [
  ' ',
  '\t',
  ', ',
  '; ',
  'a=b; ',
  '1.1.1.1, ',
  '\xe9',
  ...split(', ; = " \\" a 0 . : - / * [ q=0. de, br; ,t=1 ;q=0.0 0-1, W/"a",'),
].flatMap((repeated) =>
  ['', '!', ...times([], ['x', '@'])].map((end): Kind => ['x', repeated, end]),
)
hostileInHeaders.push(['bytes=', '0-1,', ''], ['bytes=', '-', 'x'], ['bytes=', ' ', '0-1'])

const server = await startServer({ TRUST_PROXY: 'on' }, { hasPromptLimit: false })
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
afterAll(async () => {
  agent.destroy()
  const log = server.takeLog()
  await server.stop('SIGKILL')
  expect(log, 'errors in the log').toBe('')
})

type Sent = { path: string; method?: string; headers?: Record<string, string>; body?: string }

/** Sends a request; returns its status and the main thread's time, in nanoseconds. */
async function send({ path, method = 'GET', headers = {}, body }: Sent) {
  const before = workOf(server.pid)
  const { status, cookies } = await new Promise<{ status: number; cookies: string[] }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(server.origin)
      const outgoing = request({ hostname, port, method, path, headers, agent }, (response) => {
        response.resume().on('end', () => {
          const { statusCode: status = 0, headers } = response
          resolve({ status, cookies: headers['set-cookie'] ?? [] })
        })
      })
      outgoing.on('error', reject).end(body)
    },
  )
  return { status, cookies, work: workOf(server.pid) - before }
}

/** The average of many, since CPU time is counted in ticks. */
async function workOfEach(sent: Sent): Promise<number> {
  const before = workOf(server.pid)
  let count = 0
  while (workOf(server.pid) - before < manyTicks) {
    await send(sent)
    count += 1
  }
  return (workOf(server.pid) - before) / count
}

let worst = 0

/** Compares the cost of each hostile text with a harmless one of the same length. */
async function compare(what: string, harmless: Sent, hostileOnes: Iterable<[string, Sent]>) {
  const measure = await workOfEach(harmless)
  for (const [text, sent] of hostileOnes) {
    let ratio = (await send(sent)).work / measure
    // The first value may include other work of the server.
    if (ratio > dearest) {
      ratio = await ratioOf(
        () => workOfEach(sent),
        () => workOfEach(harmless),
      )
    }
    if (ratio > worst) report(`${(worst = ratio).toFixed(1)} times: ${what}, ${text}`)
    expect(ratio, `${what}, ${text}`).toBeLessThan(dearest)
  }
}

/** A text of this kind with the given length, in bytes or characters. */
function fill([start, repeated, end]: Kind, length: number, inBytes = true) {
  const size = (text: string) => (inBytes ? Buffer.byteLength(text) : Array.from(text).length)
  const count = Math.floor((length - size(start) - size(end)) / size(repeated))
  return start + repeated.repeat(Math.max(count, 0)) + end
}

const words = 'the quick brown fox jumps over a lazy dog und schreibt {dann} etwas auf, '
const harmlessText = (length: number) => words.repeat(length / words.length + 1).slice(0, length)

/** A harmless address of this length. If accepted, it costs as much as registering. */
const harmlessAddress = (length: number) => '@example.org'.padStart(length, 'a')

const sessionHeaders: Record<string, string> = {}
const known: Record<string, unknown> = {}

async function post(path: string, input: object) {
  const headers = { 'content-type': 'application/json', ...sessionHeaders }
  return send({ path: `/api/${path}`, method: 'POST', headers, body: JSON.stringify(input) })
}

/** Logs a user in. */
async function prepare() {
  const form = { email: 'ada@example.com', password: 'a quiet library' }
  await post('register', { ...form, cpassword: form.password })
  const [cookie = ''] = (await post('login', form)).cookies
  Object.assign(sessionHeaders, { cookie: cookie.split(';', 1)[0] })
  Object.assign(known, form, {
    cpassword: form.password,
    cPassword: form.password,
    name: 'A name',
    color: 'ffffff',
    prompt: 'A text',
    search: 'text',
  })
}

/** Another prompt for each field: hostile texts of the previous one would make harmless calls slow, too. */
async function makePrompt() {
  const made = await fetch(`${server.origin}/api/prompts/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sessionHeaders },
    body: JSON.stringify({ name: 'A name', color: 'ffffff', prompt: 'A text' }),
  })
  const { id } = (await made.json()) as { id: string }
  known['promptId'] = id
}

function toInputSchema(schema: z.ZodMiniType): InputSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as InputSchema
}

/** The text fields of a call, with their maximum lengths. */
function textFields(schema: z.ZodMiniType): [name: string, longest: number | undefined][] {
  const { properties = {} } = toInputSchema(schema)
  return Object.entries(properties).flatMap(([name, field]) => {
    const text = [field, ...(field.anyOf ?? [])].find(({ type }) => type === 'string')
    return text === undefined ? [] : [[name, text.maxLength] as [string, number | undefined]]
  })
}

/** The schema of a field, which many fields share, such as that of ids. */
function schemaOf(input: z.ZodMiniType, field: string): z.core.$ZodType | undefined {
  let schema = (input as z.ZodMiniObject).def.shape[field]
  while (schema !== undefined && 'innerType' in schema._zod.def) {
    schema = schema._zod.def.innerType as z.core.$ZodType
  }
  return schema
}

const allFields = Object.entries<Call>(calls).flatMap(([name, call]) =>
  textFields(call.input).map(([field, longest]) => ({ name, call, field, longest })),
)
/** Fields with the same schema are parsed in the same way in every call. */
const fields = times(
  (['GET', 'POST'] as const).flatMap((method) => [
    ...new Map(
      allFields
        .filter(({ call }) => call.method === method)
        .map((field) => [schemaOf(field.call.input, field.field), field]),
    ).values(),
  ]),
  allFields,
)

it('Every text field has a schema', () => {
  expect(allFields.filter(({ call, field }) => !schemaOf(call.input, field))).toEqual([])
})

it('The calls have text fields', () => {
  const named = allFields.map(({ name, field }) => `${name}.${field}`)
  expect(named).toEqual(
    expect.arrayContaining(['login.email', 'createPrompt.prompt', 'createFolder.name']),
  )
})

it('The session is ready', prepare)

it.each(fields)(
  'No text blocks the server: $name, in $field',
  async ({ name, call, field, longest }) => {
    await makePrompt()
    const isGet = call.method === 'GET'
    // Leaves room for the other fields.
    const bodyBytes = call.bodyBytes - 2_000
    const valid = makeValid(toInputSchema(call.input)) as Record<string, unknown>
    const beginning = makeValid({ type: 'string' }, field) as string
    const toSent = (text: string): Sent => {
      const others = textFields(call.input).flatMap(([other]) =>
        known[other] === undefined ? [] : [[other, known[other]] as const],
      )
      // The fields that are parsed before this one have to be valid.
      const input = { ...valid, ...Object.fromEntries(others), [field]: text }
      const given = Object.entries(input).filter(([, value]) => value !== undefined)
      const path = `/api/${call.path.replaceAll(/:\w+/g, 'x')}`
      if (isGet) {
        const query = new URLSearchParams(given as [string, string][])
        return { path: `${path}?${query}`, headers: sessionHeaders }
      }
      const headers = { 'content-type': 'application/json', ...sessionHeaders }
      return { path, method: 'POST', headers, body: JSON.stringify(Object.fromEntries(given)) }
    }
    const sizes: [length: number, inBytes: boolean][] = isGet
      ? [[headBytes / 6, true]]
      : [[bodyBytes * firstShare, true]]
    // Quadratic time shows at 32 kB. Longer texts are rejected by their length, which the long form tests.
    const half = bodyBytes / 2
    const most = times(longest === undefined ? Math.min(half, 32_000) : 0, half)
    if (!isGet && most > 2 * bodyBytes * firstShare) sizes.push([most, true])
    // At the maximum length, too, since longer texts should be rejected unprocessed.
    if (longest !== undefined && !isGet) sizes.push([longest, false])
    for (const [length, inBytes] of sizes) {
      const texts = hostile
        .map((kind) => fill(kind, length - beginning.length, inBytes))
        // A text that is invalid from its first character may be rejected before any pattern.
        .flatMap((text) => [text, beginning + text])
        // Longer requests are rejected while they are sent.
        .filter((text) => Buffer.byteLength(JSON.stringify(text)) <= bodyBytes)
      await compare(
        `${name}.${field} of ${Math.round(length)}`,
        toSent(field === 'email' ? harmlessAddress(length) : harmlessText(length)),
        texts.map((text) => [JSON.stringify(text.slice(0, 12)), toSent(text)]),
      )
    }
  },
)

const paths = new Set([
  ...split(
    '/ /assets/ /page/ /prompt/shared/ /prompts/ /verify-email/ /nowhere/ /api/ /.well-known/',
  ),
  '/forgot-password/reset/',
  ...Object.values<Call>(calls)
    .filter(({ params }) => params !== undefined)
    .map(({ path }) => `/api/${path.replace(/:\w+$/, '')}`),
])

it.each(times([...paths].slice(0, 6), [...paths]))(
  'No path blocks the server: below %s',
  async (path) => {
    for (const accept of ['*/*', 'text/html']) {
      const toSent = (text: string): Sent => ({ path: path + text, headers: { accept } })
      for (const length of [headBytes * firstShare, headBytes]) {
        await compare(
          `${path} for ${accept}`,
          toSent('a'.repeat(length)),
          hostileInHead.map((kind) => [kind.join(' '), toSent(fill(kind, length))]),
        )
      }
    }
  },
)

/** The headers to try, at least all that the server reads. */
const headers = split(
  `accept accept-encoding accept-language authorization cache-control connection content-encoding content-length
  content-type cookie host if-match if-modified-since if-none-match if-range if-unmodified-since origin
  range sec-fetch-site traceparent user-agent x-forwarded-for x-forwarded-host x-forwarded-proto`,
)
/** The beginning of a header, so that the rest is parsed. */
const starts: Record<string, string> = { authorization: 'Bearer ', cookie: 'session=' }
/** Headers that Node itself parses or rejects. */
const readByNode = new Set(['connection', 'content-length'])
const targets: Sent[] = [
  { path: '/' },
  { path: '/prompts' },
  { path: '/nowhere' },
  { path: '/icon.svg' },
  { path: '/prompt/shared/x' },
  { path: '/page/imprint' },
  { path: '/api/login-checker' },
  { path: '/api/prompts/list' },
  { path: '/api/login', method: 'POST', body: '{}' },
  { path: '/api/fp/send', method: 'POST', body: '{"email":"eve@example.com"}' },
]

it.each(times([...targets.slice(0, 1), ...targets.slice(-1)], targets))(
  'No header blocks the server: to $path',
  async (target) => {
    const toSent = (name: string, text: string): Sent => ({
      ...target,
      headers: {
        ...(target.body && {
          'content-type': 'application/json',
          'content-length': String(target.body.length),
        }),
        ...sessionHeaders,
        [name]: (starts[name] ?? '') + text,
      },
    })
    const texts = hostileInHeaders.map((kind) => fill(kind, headBytes))
    await compare(
      `a header to ${target.path}`,
      toSent('user-agent', 'a'.repeat(headBytes)),
      headers
        .filter((name) => !readByNode.has(name))
        .flatMap((name) =>
          texts.map((text) => [`${name}: ${text.slice(0, 12)}`, toSent(name, text)]),
        ),
    )
  },
)

it('Every header that the server reads is tested', async () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  const app = await makeTestApp(database, {
    webRoot: fileURLToPath(new URL('../../dist/web', import.meta.url)),
    environment: { TRUST_PROXY: 'on' },
  })
  const read = new Set<string>()
  app.server.addHook('onRequest', async ({ raw }) => {
    const { headers } = raw
    const watched = new Proxy(headers, {
      get: (target, name) => (read.add(String(name)), Reflect.get(target, name) as unknown),
    })
    Object.defineProperty(raw, 'headers', { value: watched })
  })
  const ada = await app.signUp()
  await ada.call(calls.listFolders, {})
  for (const { path, method = 'GET', body } of targets) {
    await app.server.inject({
      url: path,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: {
        accept: '*/*',
        origin: 'http://localhost:3000',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { payload: body }),
    })
  }
  await app.close()
  expect(read).toContain('accept-language')
  expect([...read].filter((name) => !headers.includes(name))).toEqual([])
})

function split(words: string): string[] {
  return words.split(/\s+/)
}
