import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { tokenPrefix, type NewToken } from '#contract/accounts/tokens.ts'
import { calls } from '#contract/calls.ts'
import { identifyToken } from '#server/accounts/tokens/identify-token.ts'
import { createSecret, isSecret, toChecksum } from '#server/accounts/tokens/token-form.rules.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { logInto } from '#tests/support/log-into.ts'
import { libraryTest, makeTestApp } from '#tests/support/library-test.ts'
import { startModelServer, type ModelServer } from '#tests/support/servers/model-server.ts'

const script = { name: 'Script', scopes: ['library:read' as const] }

function create(user: ApiUser, input: Partial<NewToken> = {}) {
  return user.call(calls.createToken, { ...script, ...input })
}

function fromBase62(text: string): number {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  return Array.from(text).reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
}

test('A secret has only word characters, 256 random bits and a checksum with its leading zeros', () => {
  const secrets = new Set(Array.from({ length: 200 }, createSecret))
  expect(secrets.size).toBe(200)
  for (const secret of secrets) {
    expect(secret).toMatch(/^pshelf_pat_[0-9A-Za-z]{49}$/)
    expect(isSecret(secret)).toBe(true)
    const other = secret.endsWith('0') ? '1' : '0'
    for (const wrong of [
      secret.slice(0, -1) + other,
      secret.toUpperCase(),
      `${secret}0`,
      ` ${secret}`,
    ]) {
      expect([wrong, isSecret(wrong)]).toEqual([wrong, false])
    }
  }
  const checksums = Array.from({ length: 5_000 }, (_, text) => toChecksum(String(text)))
  expect(new Set(checksums.map(({ length }) => length))).toEqual(new Set([6]))
  expect(checksums.some((checksum) => checksum.startsWith('00'))).toBe(true)
  // The CRC-32 of "123456789" is known: 0xCBF43926.
  expect(fromBase62(toChecksum('123456789'))).toBe(0xcbf43926)
})

test('A text without the form of a secret is refused without a query', async () => {
  for (const text of ['', 'x', `${tokenPrefix}${'0'.repeat(49)}`, createSecret().slice(1)]) {
    const identify = identifyToken({} as never, text, '')
    await expect(identify).rejects.toMatchObject({ errorCode: 'token_invalid' })
  }
})

describe('A throttled token', () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  const it = libraryTest(database, { RATE_LIMITS: 'on' })

  it('makes 120 calls at once and then 10 per second, independently of other tokens', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const [first, second] = [await create(ada), await create(ada)]
    const countAllowed = async (token: string) => {
      for (let count = 0; count < 200; count++) {
        const response = await app.program(token).send(calls.describeToken, {})
        if (response.statusCode === 200) continue
        expect(response.headers['retry-after']).toBe('1')
        expect(response.json()).toMatchObject({ code: 'too_many_requests' })
        return count
      }
      return 200
    }
    expect(await countAllowed(first.token)).toBe(120)
    expect(await countAllowed(second.token)).toBe(120)
    app.clock.now += 1_000
    expect(await countAllowed(first.token)).toBe(10)
  })

  it('can be guessed 20 times per network, and then every three seconds', async ({ app }) => {
    const ada = await app.signUp()
    const { token } = await create(ada)
    const guess = async () =>
      (await app.program(createSecret()).send(calls.listPrompts, {})).statusCode
    for (let count = 0; count < 20; count++) expect(await guess()).toBe(401)
    expect(await guess()).toBe(429)
    await app.program(token).call(calls.listPrompts, {})
    app.clock.now += 3_000
    expect([await guess(), await guess()]).toEqual([401, 429])
  })
})

describe('A token that ends', () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  const it = libraryTest(database)
  let models: ModelServer
  beforeAll(async () => {
    models = await startModelServer()
  })
  afterAll(() => models.close())

  it('ends its open streams, and is never logged', async () => {
    const log: string[] = []
    const app = await makeTestApp(database, { log: logInto(log) })
    onTestFinished(app.close)
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const baseUrl = models.baseUrls.openai
    const connection = {
      name: 'Mine',
      dialect: 'openai' as const,
      baseUrl,
      key: '',
      models: ['endless'],
    }
    const { id: connectionId } = await ada.call(calls.createConnection, connection)
    const { id, token } = await create(ada, { scopes: ['library:read', 'runs'] })
    const program = app.program(token)
    const run = {
      attempt: 'b'.repeat(32),
      promptId,
      connectionId,
      values: [],
      text: 'x',
      model: 'endless',
    }
    const { runId } = await program.call(calls.startRun, run)
    const origin = await app.server.listen({ host: '127.0.0.1', port: 0 })
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await fetch(`${origin}/api/runs/follow?runId=${runId}`, {
      headers,
      // A stream without an end fails the test as a `TimeoutError`.
      signal: AbortSignal.timeout(20_000),
    })
    const reader = body?.getReader()
    await reader?.read()
    await ada.call(calls.revokeToken, { tokenId: id })
    // Its end is regular: a browser would report a stream that breaks off.
    while (!(await reader?.read())?.done);
    // The run itself continues.
    expect((await ada.call(calls.getRun, { runId })).run.state).toBe('running')
    await ada.call(calls.stopRun, { runId })
    await app.program(token).send(calls.listPrompts, {})
    const lines = log.join('\n')
    expect(lines).toContain('token_revoked')
    expect(lines).not.toContain('A stream failed')
    expect(lines).not.toContain(token.slice(-12))
  })
})
