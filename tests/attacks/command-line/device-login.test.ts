import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oauthPaths } from '#contract/accounts/oauth.ts'
import { calls } from '#contract/calls.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'
import { startHostileServer } from './hostile-server.ts'
import { snapshot } from './snapshot.ts'

type Answer = (response: ServerResponse) => void

let line: CommandLine
let before: Record<string, string>
let started = 0
const inHome = (...names: string[]) => join(line.home, ...names)

beforeAll(async () => {
  line = await startCommandLine()
  const browser = `#!/bin/sh\nfor word; do printf '%s\\n' "$word"; done >> "$OPENED"\n`
  writeFileSync(inHome('bin/browser'), browser, { mode: 0o755 })
  mkdirSync(inHome('logins'))
  before = snapshot(line.home, ['logins'])
})
afterAll(async () => {
  // No login has written anything elsewhere.
  expect(snapshot(line.home, ['logins'])).toEqual(before)
  await line.stop()
})

/** Logs in on a terminal. The token of another server in the environment must not matter. */
async function logIn(server: Awaited<ReturnType<typeof startHostileServer>>, seconds: number) {
  const own = inHome('logins', String(++started))
  mkdirSync(own)
  const login = line.terminal(`promptshelf login ${server.origin}`, {
    env: {
      XDG_CONFIG_HOME: own,
      BROWSER: inHome('bin/browser'),
      OPENED: join(own, 'opened'),
      PROMPTSHELF_TOKEN: line.token,
      PROMPTSHELF_TIMEOUT: String(seconds),
    },
  })
  return {
    login,
    read: (name: string) =>
      existsSync(join(own, name)) ? readFileSync(join(own, name), 'utf8') : '',
  }
}

/** Logs in to a server that lies: in its first answer, and at each poll for the user's answer. */
async function logInTo(first: Answer, later: Answer = json(400, { error: 'access_denied' })) {
  const server = await startHostileServer(line.server.origin)
  const requests: { url: string; authorization: string | undefined }[] = []
  server.answer((response, { url = '', headers: { authorization } }) => {
    requests.push({ url, authorization })
    if (url === oauthPaths.device) first(response)
    else if (url === oauthPaths.token) later(response)
    else json(401, { status: 'error', code: 'token_invalid', msg: 'Ended' })(response)
  })
  const { login, read } = await logIn(server, 5)
  const { code, shown } = await login.end()
  server.stop()
  expect(shown).not.toMatch(/^\s*at .*:\d+/m)
  expect(read('promptshelf/config.json')).toBe('')
  expect(requests.map(({ authorization }) => authorization)).not.toContain(`Bearer ${line.token}`)
  expect(requests.map(({ url }) => url)).not.toContain('/elsewhere')
  const opened = read('opened').split('\n').filter(Boolean)
  return { code, shown, opened, requests: requests.map(({ url }) => url) }
}

function json(status: number, answer: unknown): Answer {
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}

const web = 'http://127.0.0.1:9/connect/device'
const asked = {
  device_code: 'a-device',
  user_code: 'AAAA-BBBB',
  verification_uri: web,
  verification_uri_complete: `${web}?user_code=AAAA-BBBB`,
  expires_in: 2,
  interval: 0,
}
const strange = "doesn't look like a Promptshelf server"
const tooLate = 'The code has expired'

const half: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"device_code":"a","access_token":"b', () => response.destroy())
}
const drip: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const dripping = setInterval(() => response.write(' '), 50)
  response.on('close', () => clearInterval(dripping))
}
const redirect: Answer = (response) => response.writeHead(307, { location: '/elsewhere' }).end()
const silence: Answer = () => {}

it('A login by code works through the server of this test', async () => {
  const server = await startHostileServer(line.server.origin)
  const { login, read } = await logIn(server, 60)
  await login.sees('Waiting')
  const [userCode = ''] = /[A-Z]{4}-[A-Z]{4}/.exec(login.shown()) ?? []
  const { uid } = await line.call(calls.findDeviceRequest, { userCode })
  await line.call(calls.allowConnection, { uid, scopes: ['library:read'], days: 30 })
  expect((await login.end()).code).toBe(0)
  server.stop()
  expect(read('opened')).toMatch(/^http:\/\/[^\n]+user_code=[^\n]+\n$/)
  expect(read('promptshelf/config.json')).toContain(server.origin)
})

describe.concurrent('A login fails with one sentence, opening nothing,', () => {
  it.each<[what: string, lie: object]>([
    ['the device code is missing', { device_code: undefined }],
    ['the device code is a number', { device_code: 7 }],
    ['the device code is endless', { device_code: 'a'.repeat(100_000) }],
    ['the code is empty', { user_code: '' }],
    ['the code is a list', { user_code: ['A'] }],
    ['the code is endless', { user_code: 'A'.repeat(100_000) }],
    ['the address is a file', { verification_uri: 'file:///bin/sh' }],
    ['the address is an option', { verification_uri: '--version' }],
    ['the address is endless', { verification_uri: `${web}?${'a'.repeat(200_000)}` }],
    ['the address with the code is a script', { verification_uri_complete: 'javascript:1' }],
    ['the address with the code is a share', { verification_uri_complete: '\\\\host\\x' }],
    ['the address with the code has no host', { verification_uri_complete: 'HTTPS:' }],
    [
      'the address with the code is endless',
      { verification_uri_complete: `${web}?${'a'.repeat(200_000)}` },
    ],
    ['the code is valid for no known time', { expires_in: undefined }],
    ['the code has expired before', { expires_in: -1 }],
    ['the code never expires', { expires_in: 1e300 }],
    ['the code expires in a day', { expires_in: 86_400 }],
    ['the code expires in a text', { expires_in: '600' }],
    ['the interval is negative', { interval: -1 }],
    ['the interval is endless', { interval: 1e300 }],
    ['the interval is null', { interval: null }],
  ])('where %s', async (_, lie) => {
    const { code, shown, opened } = await logInTo(json(200, { ...asked, ...lie }))
    expect([code, shown]).toEqual([1, expect.stringContaining(strange)])
    expect(shown.length).toBeLessThan(1000)
    expect(opened).toEqual([])
  })

  it.each<[string, Answer]>([
    ['null', json(200, null)],
    ['half of an answer', half],
    ['a redirect', redirect],
    ['a failure', json(500, { error: 'server_error' })],
  ])('where the server first sends %s', async (_, first) => {
    const { code, shown, opened } = await logInTo(first)
    expect([code, shown]).toEqual([1, expect.stringContaining(strange)])
    expect(opened).toEqual([])
  })

  it.each<[string, Answer]>([
    ['nothing', silence],
    ['one byte after the other', drip],
  ])('where the server first sends %s', async (_, first) => {
    const { code, opened } = await logInTo(first)
    expect(code).toBe(1)
    expect(opened).toEqual([])
  })
})

describe.concurrent('A login waits no longer than its code is valid', () => {
  it.each<[string, Answer]>([
    ['says that the user has not answered', json(400, { error: 'authorization_pending' })],
    ['asks for more time', json(400, { error: 'slow_down' })],
    ['asks for time by a status', json(429, { error: 'too_many' })],
    ['fails', json(502, 'Bad gateway')],
    ['is silent', silence],
    ['breaks off', half],
    ['sends one byte after the other', drip],
  ])('where the server %s', async (_, later) => {
    const { code, shown, opened, requests } = await logInTo(json(200, asked), later)
    expect([code, shown]).toEqual([1, expect.stringContaining(tooLate)])
    expect(opened).toEqual([asked.verification_uri_complete])
    expect(requests).toContain(oauthPaths.token)
  })

  it('if the interval is longer than that', async () => {
    const first = json(200, { ...asked, expires_in: 1, interval: 300 })
    const { code, shown } = await logInTo(first, json(400, { error: 'authorization_pending' }))
    expect([code, shown]).toEqual([1, expect.stringContaining(tooLate)])
  })

  it('if it has already expired', async () => {
    const { code, shown, requests } = await logInTo(json(200, { ...asked, expires_in: 0 }))
    expect([code, shown]).toEqual([1, expect.stringContaining(tooLate)])
    expect(requests).not.toContain(oauthPaths.token)
  })
})

describe.concurrent('A login stores no token', () => {
  it.each<[string, Answer]>([
    ['is a number', json(200, { access_token: 7 })],
    ['is empty', json(200, { access_token: '' })],
    ['has several lines', json(200, { access_token: 'a\r\nx-evil: 1' })],
    ['has letters that no header takes', json(200, { access_token: '\u{1F600}' })],
    ['is endless', json(200, { access_token: 'a'.repeat(100_000) })],
    ['is missing', json(200, {})],
  ])('that %s', async (_, later) => {
    const { code, shown, requests } = await logInTo(json(200, asked), later)
    expect([code, shown]).toEqual([1, expect.stringContaining(strange)])
    expect(requests.filter((url) => url.startsWith('/api/'))).toEqual([])
  })

  it('from another error, or a redirect', async () => {
    for (const later of [json(400, { error: 'no such error' }), redirect]) {
      const { code, shown } = await logInTo(json(200, asked), later)
      expect([code, shown]).toEqual([1, expect.stringContaining(strange)])
    }
  })

  it('that the server itself does not recognise', async () => {
    const { code } = await logInTo(json(200, asked), json(200, { access_token: 'a-token' }))
    expect(code).toBe(3)
  })
})
