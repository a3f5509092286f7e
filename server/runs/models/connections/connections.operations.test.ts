import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { dialects } from '#contract/runs/connections.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import {
  modelNames,
  startModelServer,
  wordsOfServer,
  wrongKey,
  type ModelServer,
} from '#tests/support/servers/model-server.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const missing = [404, 'not_found']
const key = 'sk-0123456789-abcdefgh'
const mine = {
  name: 'Mine',
  dialect: 'openai' as const,
  baseUrl: 'https://models.example/v1',
  key,
  models: ['large', 'small'],
}
const { key: _, ...told } = { ...mine, keyHint: 'efgh' }

describe.each(databases)('Connections on $name', (database) => {
  const it = libraryTest(database)

  it('are listed as they were added, without their keys', async ({ app }) => {
    const ada = await app.signUp()
    const { id } = await ada.call(calls.createConnection, mine)
    const { id: local } = await ada.call(calls.createConnection, {
      name: ' Here ',
      dialect: 'openai',
      baseUrl: 'http://localhost:11434/v1//',
      key: '',
      models: ['llama', ' llama '],
    })
    const connections = [
      { id, ...told },
      {
        id: local,
        name: 'Here',
        dialect: 'openai',
        baseUrl: 'http://localhost:11434/v1',
        keyHint: null,
        models: ['llama'],
      },
    ]
    const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
    const { connections: listed } = await ada.call(calls.listConnections, {})
    expect(listed.toSorted(byId)).toEqual(connections.toSorted(byId))
    const all = await ada.call(calls.listModels, {})
    expect(all).toEqual({ models: [], connections: listed, canConnect: true, hasBalance: true })
    expect(await rowsOf(app)).not.toContain(key)
  })

  it('are added once, even if the request is repeated', async ({ app }) => {
    const ada = await app.signUp()
    const attempt = 'a'.repeat(32)
    const { id } = await ada.call(calls.createConnection, { ...mine, attempt })
    expect((await ada.call(calls.createConnection, { ...mine, attempt })).id).toBe(id)
    const other = { ...mine, key: 'sk-9876543210-hgfedcba', attempt }
    expect((await ada.call(calls.createConnection, other)).id).toBe(id)
    const { connections } = await ada.call(calls.listConnections, {})
    expect(connections).toEqual([{ id, ...told, keyHint: 'dcba' }])
  })

  it('keep the fields that a change does not include', async ({ app }) => {
    const ada = await app.signUp()
    const { id: connectionId } = await ada.call(calls.createConnection, mine)
    const sealed = await rowsOf(app)
    await ada.call(calls.updateConnection, { connectionId, name: 'Ours', models: ['small'] })
    const { connections } = await ada.call(calls.listConnections, {})
    expect(connections).toEqual([{ id: connectionId, ...told, name: 'Ours', models: ['small'] }])
    expect(JSON.parse(await rowsOf(app))[0].sealed_key).toBe(JSON.parse(sealed)[0].sealed_key)
    await ada.call(calls.updateConnection, { connectionId, key: '' })
    expect((await ada.call(calls.listConnections, {})).connections[0]?.keyHint).toBe(null)
  })

  it('that were changed elsewhere are not replaced', async ({ app }) => {
    const ada = await app.signUp()
    const { id: connectionId } = await ada.call(calls.createConnection, mine)
    const { name, dialect, baseUrl, models } = told
    const former = { name, dialect, baseUrl, models }
    const edit = { connectionId, former, models: ['small'] }
    await ada.call(calls.updateConnection, edit)
    // A retry, as if the response had been lost.
    await ada.call(calls.updateConnection, edit)
    const late = { connectionId, former, name: 'Ours', models: ['large'] }
    expect(await ada.failure(calls.updateConnection, late)).toEqual([409, 'changed_elsewhere'])
    const { connections } = await ada.call(calls.listConnections, {})
    expect(connections).toMatchObject([{ name, models: ['small'] }])
  })

  it('change their address only if their key is given again', async ({ app }) => {
    const ada = await app.signUp()
    const { id: connectionId } = await ada.call(calls.createConnection, mine)
    for (const change of [
      { baseUrl: 'https://eve.example/v1' },
      { baseUrl: 'https://models.example:8443/v1' },
      { dialect: 'gemini' as const },
    ]) {
      expect(await ada.failure(calls.updateConnection, { connectionId, ...change })).toEqual([
        400,
        'key_needed',
      ])
    }
    expect((await ada.call(calls.listConnections, {})).connections[0]).toMatchObject(told)
    // The same address in another spelling is not a change.
    const same = { connectionId, baseUrl: 'https://MODELS.example:443/v1/' }
    await ada.call(calls.updateConnection, same)
    const there = { connectionId, dialect: 'gemini' as const, key: 'another-key' }
    await ada.call(calls.updateConnection, there)
    expect((await ada.call(calls.listConnections, {})).connections[0]).toMatchObject({
      dialect: 'gemini',
      keyHint: '',
    })
  })

  it('can be tested before and after they are added', async ({ app }) => {
    const ada = await app.signUp()
    for (const dialect of dialects) {
      const address = { dialect, baseUrl: server.baseUrls[dialect], key }
      expect(await ada.call(calls.testAddress, address)).toEqual({ models: modelNames })
      const added = await ada.call(calls.createConnection, { ...mine, ...address })
      const test = { connectionId: added.id }
      expect(await ada.call(calls.testConnection, test)).toEqual({ models: modelNames })
      expect(JSON.stringify(server.requests.at(-1)?.headers)).toContain(key)

      const wrong = await ada.send(calls.testAddress, { ...address, key: wrongKey })
      expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { code: 'key_refused' }])
      expect(wrong.body).not.toContain(wordsOfServer)
    }
  })

  it('are tested twenty times in a row, and then once a minute', async () => {
    const app = await makeTestApp(database, { environment: { RATE_LIMITS: 'on' } })
    try {
      const ada = await app.signUp()
      const address = { dialect: 'openai', baseUrl: server.baseUrls.openai, key } as const
      for (let count = 0; count < 20; count++) await ada.call(calls.testAddress, address)
      expect((await ada.send(calls.testAddress, address)).statusCode).toBe(429)
      app.clock.now += 60_000
      await ada.call(calls.testAddress, address)
    } finally {
      await app.close()
    }
  })

  it.for([
    ['no address', { baseUrl: 'models.example' }, 'address_invalid'],
    ['a script', { baseUrl: 'javascript:alert(1)' }, 'address_invalid'],
    ['a file', { baseUrl: 'file:///etc/passwd' }, 'address_invalid'],
    ['a password in it', { baseUrl: 'https://a:b@models.example' }, 'address_invalid'],
    ['a query', { baseUrl: 'https://models.example/?a=b' }, 'address_invalid'],
    ['no TLS', { baseUrl: 'http://models.example' }, 'address_refused'],
    ['an address of a network', { baseUrl: 'https://192.168.0.1' }, 'address_refused'],
    [
      'an address that is too long',
      { baseUrl: `https://a.example/${'a'.repeat(500)}` },
      'address_too_long',
    ],
    ['a key that is too long', { key: 'k'.repeat(501) }, 'key_too_long'],
    ['101 models', { models: Array.from({ length: 101 }, (_, n) => `m${n}`) }, 'too_many_models'],
    ['a key of two lines', { key: 'a\r\nhost: b' }, 'invalid_characters'],
    ['a key beyond ASCII', { key: 'schlüssel' }, 'invalid_characters'],
    ['no name', { name: ' ' }, 'name_missing'],
    ['another dialect', { dialect: 'latin' }, 'invalid_request'],
    ['models that are none', { models: 'x' }, 'invalid_request'],
  ] as const)('with %s are refused', async ([, change, code], { app }) => {
    const ada = await app.signUp()
    expect(await ada.failure(calls.createConnection, { ...mine, ...change })).toEqual([400, code])
    if (!('name' in change || 'models' in change)) {
      expect(await ada.failure(calls.testAddress, { ...mine, ...change })).toEqual([400, code])
    }
    const { id: connectionId } = await ada.call(calls.createConnection, mine)
    const update = { connectionId, ...mine, ...change }
    expect(await ada.failure(calls.updateConnection, update)).toEqual([400, code])
    expect((await ada.call(calls.listConnections, {})).connections).toHaveLength(1)
  })

  it('are limited, and the error shows the limit', async ({ app }) => {
    const ada = await app.signUp()
    for (let count = 0; count < limits.connections; count++) {
      await ada.call(calls.createConnection, mine)
    }
    const full = [403, 'connection_limit_reached']
    expect(await ada.failure(calls.createConnection, mine)).toEqual(full)
  })

  it('of others are not found', async ({ app }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    const { id: connectionId } = await ada.call(calls.createConnection, mine)
    expect(await eve.failure(calls.updateConnection, { connectionId })).toEqual(missing)
    expect(await eve.failure(calls.testConnection, { connectionId })).toEqual(missing)
    expect(await eve.failure(calls.deleteConnection, { connectionId })).toEqual(missing)
    expect((await eve.call(calls.listConnections, {})).connections).toEqual([])
    await ada.call(calls.deleteConnection, { connectionId })
    expect(await ada.failure(calls.deleteConnection, { connectionId })).toEqual(missing)
  })

  it('are useless in another row or with another address', async ({ app }) => {
    const ada = await app.signUp()
    await app.signUp('eve@example.com')
    const { id: connectionId } = await ada.call(calls.createConnection, {
      ...mine,
      baseUrl: server.baseUrls.openai,
    })
    const { owner_no: eves } = await app.db
      .selectFrom('users')
      .select('owner_no')
      .where('email', '=', 'eve@example.com')
      .executeTakeFirstOrThrow()
    const change = (columns: object) =>
      app.db.updateTable('connections').set(columns).where('id', '=', connectionId).execute()
    await ada.call(calls.testConnection, { connectionId })
    const needed = [400, 'key_needed']
    await change({ base_url: server.origin })
    expect(await ada.failure(calls.testConnection, { connectionId })).toEqual(needed)
    await change({ base_url: server.baseUrls.openai, dialect: 'anthropic' })
    expect(await ada.failure(calls.testConnection, { connectionId })).toEqual(needed)
    await change({ dialect: 'openai' })
    const row = await app.db.selectFrom('connections').selectAll().executeTakeFirstOrThrow()
    await app.db.deleteFrom('connections').execute()
    const stolen = { ...row, owner_no: mintOwner(eves, 'registration') }
    await app.db.insertInto('connections').values(stolen).execute()
    const eve = app.visitor()
    await eve.signIn('eve@example.com', 'correct horse')
    expect(await eve.failure(calls.testConnection, { connectionId })).toEqual(needed)
  })

  it('are in the download of the account, without keys, and are deleted with it', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const { id } = await ada.call(calls.createConnection, mine)
    const held = await ada.call(calls.downloadAccount, {})
    expect(held.connections).toEqual([{ id, ...told }])
    expect(JSON.stringify(held)).not.toContain(key)
    await ada.call(calls.deleteAccount, {})
    expect(await rowsOf(app)).toBe('[]')
  })

  it.for([
    ['api.openai.com', 'https://api.openai.com/v1', 200],
    ['api.openai.com', 'https://API.OPENAI.com:8443/v1', 200],
    ['api.openai.com', 'https://api.openai.com.evil.example/v1', 'address_refused'],
    ['api.openai.com', 'http://localhost:11434/v1', 'address_refused'],
    // What the operator names by its origin is another list.
    ['api.openai.com', 'https://inside.example/v1', 200],
    ['none', 'https://api.openai.com/v1', 'connections_off'],
  ] as const)(
    'with CONNECTION_HOSTS=%s and %s: %s',
    async ([CONNECTION_HOSTS, baseUrl, wanted]) => {
      const environment = { CONNECTION_HOSTS, MODEL_HOSTS: 'https://inside.example' }
      const app = await makeTestApp(database, { environment })
      onTestFinished(app.close)
      const ada = await app.signUp()
      const response = await ada.send(calls.createConnection, { ...mine, baseUrl })
      const { code } = response.json<{ code?: string }>()
      expect(code ?? response.statusCode).toBe(wanted)
      const { canConnect } = await ada.call(calls.listModels, {})
      expect(canConnect).toBe(CONNECTION_HOSTS !== 'none')
    },
  )

  it('survive a change of the encryption key, and are encrypted with the new one', async () => {
    const { location, drop } = await database.make()
    const old = `k1:${Buffer.alloc(32, 1).toString('base64')}`
    const next = `k2:${Buffer.alloc(32, 2).toString('base64')}`
    const same = { name: 'the same', make: async () => ({ location, drop: async () => {} }) }
    const withKeys = (SECRETS_KEY: string) => makeTestApp(same, { environment: { SECRETS_KEY } })

    const before = await withKeys(old)
    const ada = await before.signUp()
    const address = { ...mine, baseUrl: server.baseUrls.openai }
    const { id: connectionId } = await ada.call(calls.createConnection, address)
    const { id: without } = await ada.call(calls.createConnection, { ...address, key: '' })
    await before.close()

    const rotated = await withKeys(`${next},${old}`)
    const again = signedIn(rotated, ada)
    await again.call(calls.testConnection, { connectionId })
    expect(JSON.stringify(server.requests.at(-1)?.headers)).toContain(key)
    const { id: lost } = await again.call(calls.createConnection, address)
    await rotated.db
      .updateTable('connections')
      .set({ sealed_key: 'k0.AAAA' })
      .where('id', '=', lost)
      .execute()
    await rotated.resealKeys()
    await rotated.close()

    const after = await withKeys(next)
    const later = signedIn(after, ada)
    await later.call(calls.testConnection, { connectionId })
    expect(JSON.stringify(server.requests.at(-1)?.headers)).toContain(key)
    await later.call(calls.testConnection, { connectionId: without })
    const needed = [400, 'key_needed']
    expect(await later.failure(calls.testConnection, { connectionId: lost })).toEqual(needed)
    await later.call(calls.updateConnection, { connectionId: lost, key })
    await later.call(calls.testConnection, { connectionId: lost })
    await after.close()
    await drop()
  })
})

describe('Without an encryption key', () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  const environment = { BASE_URL: 'https://prompts.example.com', SECRETS_KEY: '' }
  const it = libraryTest(database, environment)

  it('there are no connections', async ({ app }) => {
    const ada = await app.signUp()
    expect((await ada.call(calls.listModels, {})).canConnect).toBe(false)
    const off = [503, 'connections_off']
    expect(await ada.failure(calls.createConnection, mine)).toEqual(off)
    expect(await ada.failure(calls.testAddress, mine)).toEqual(off)
  })
})

/** A browser with the same session on another server. */
function signedIn(app: TestApp, user: { cookies: Map<string, string> }) {
  const same = app.visitor()
  for (const [name, value] of user.cookies) same.cookies.set(name, value)
  return same
}

async function rowsOf({ db }: TestApp): Promise<string> {
  return JSON.stringify(await db.selectFrom('connections').selectAll().execute())
}
