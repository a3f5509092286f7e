import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { databases } from '#tests/support/databases.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { startAndFail, startServer } from '#tests/support/server-process.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const smtp = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'shelf@example.com' }

function dataDirectory(): string {
  const directory = makeScratchDirectory('server')
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

async function environmentOf(name: string): Promise<Record<string, string>> {
  if (name === 'SQLite') return { DATA_DIR: dataDirectory() }
  const database = await databases.find((kind) => kind.name === name)?.make('empty')
  if (database?.location.kind !== 'postgres') throw new Error(`No ${name} to start with.`)
  onTestFinished(database.drop)
  return { DATABASE_URL: database.location.url }
}

/** Sends the head of a login. Returns a function that sends its body and returns the status of the response. */
async function beginLogin(origin: string): Promise<() => Promise<number>> {
  const body = JSON.stringify({ email: 'ada@example.com', password: 'x' })
  const login = request(`${origin}/api/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      // The server answers this once it starts reading the request.
      expect: '100-continue',
    },
  })
  login.flushHeaders()
  await once(login, 'continue')
  return async () => {
    login.end(body)
    const [response] = (await once(login, 'response')) as [
      NodeJS.ReadableStream & { statusCode: number },
    ]
    response.resume()
    return response.statusCode
  }
}

describe.each(['SQLite', 'PostgreSQL'])('The server as a process on %s', (name) => {
  test('sends the mails that its requests queue, finishes requests in flight on SIGTERM, and exits with 0', async () => {
    const mailServer = await startMailServer()
    onTestFinished(mailServer.stop)
    const server = await startServer({ ...(await environmentOf(name)), ...mailServer.environment })
    const password = 'correct horse'
    // Like a browser, `fetch` keeps its connection open.
    await fetch(`${server.origin}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password, cpassword: password }),
    })
    const { link } = await mailServer.waitForMail('ada@example.com')
    expect(link).toContain(`${server.origin}/verify-email/`)
    const finishLogin = await beginLogin(server.origin)
    const ended = server.stop()
    expect(await finishLogin()).toBe(400)
    expect(await ended).toBe(0)
  })

  test('continues to answer when npm and the terminal both send SIGINT', async () => {
    const server = await startServer(await environmentOf(name))
    const finishLogin = await beginLogin(server.origin)
    const ended = server.stop('SIGINT')
    // Once it has stopped listening, it has received the first signal.
    await waitFor(() => expect(fetch(`${server.origin}/api/health`)).rejects.toThrow())
    process.kill(server.pid, 'SIGINT')
    expect(await finishLogin()).toBe(400)
    expect(await ended).toBe(0)
  })
})

/** Pages whose placeholders are filled in. */
function filledInPages(): string {
  const directory = makeScratchDirectory('pages')
  cpSync('pages', directory, { recursive: true })
  for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.md')) continue
    const path = join(directory, file)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/\*\*\[[^\]]*\]\*\*/g, 'Ada'))
  }
  return directory
}

test('A misspelt variable causes a warning at the start', async () => {
  const server = await startServer({ LOG_LEVEL: 'warn', BACKUP_EVRY: '24h' })
  await server.stop()
  expect(server.takeLog()).toContain(
    'BACKUP_EVRY is not a variable of Promptshelf: did you mean BACKUP_EVERY?',
  )
})

describe('A public server', () => {
  const filledIn = { PAGES_DIR: filledInPages() }
  afterAll(() => rmSync(filledIn.PAGES_DIR, { recursive: true }))
  test.each([
    ['warns at startup that pages have placeholders', smtp, 'Pages have placeholders to fill in'],
    ['warns at startup that it has no mail server', filledIn, 'SMTP_URL is not set'],
    ['has no warning with a complete configuration', { ...smtp, ...filledIn }, undefined],
  ])('%s', async (_what, environment, warning) => {
    const server = await startServer({
      BASE_URL: 'https://prompts.example.com',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'on',
      ...environment,
    })
    await server.stop()
    const lines = server.takeLog().split('\n').filter(Boolean)
    expect(lines).toEqual(warning === undefined ? [] : [expect.stringContaining(warning)])
  })
})

describe('A start that fails', () => {
  test('names the invalid variable in one line', async () => {
    expect(await startAndFail({ PORT: 'abc' })).toEqual({
      code: 1,
      complaint:
        'Promptshelf cannot start: PORT is "abc"; it may be a whole number from 0 to 65535.\n',
    })
  })

  test('reports that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    expect(await startAndFail({ DATA_DIR: dataDirectory(), PORT: String(port) })).toEqual({
      code: 1,
      complaint: `Promptshelf cannot start: PORT ${port} is taken by another program.\n`,
    })
    other.close()
  })

  test.each([
    [{ HOST: '999.1.1.1' }, 'HOST is "999.1.1.1"; this machine has no such address.'],
    [
      { METRICS_PORT: '9464', METRICS_HOST: '192.0.2.1' },
      'METRICS_HOST is "192.0.2.1"; this machine has no such address.',
    ],
    [{ MODELS_FILE: '/nope.json' }, 'MODELS_FILE is "/nope.json": there is no such file.'],
    [{ PAGES_DIR: '/nope' }, 'PAGES_DIR is "/nope", which is not a directory that can be read.'],
  ])('gives the reason for %j in one line', async (environment, line) => {
    expect(await startAndFail({ DATA_DIR: dataDirectory(), ...environment })).toEqual({
      code: 1,
      complaint: `Promptshelf cannot start: ${line}\n`,
    })
  })
})
