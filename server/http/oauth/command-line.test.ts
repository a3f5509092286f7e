import { describe, expect } from 'vitest'
import { commandLineId } from '#contract/accounts/oauth.ts'
import { calls } from '#contract/calls.ts'
import { tokenScopes } from '#contract/core/scopes.ts'
import { oauthApp } from '#tests/support/clients/oauth-app.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const day = 24 * 60 * 60_000
const everything = tokenScopes.join(' ')

describe.each(databases)('The access of the command line on $name', (database) => {
  const it = libraryTest(database)

  it('is for no other app, whatever it requests', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const { baseUrl } = app.services.config
    const clientId = await client.registered({ client_name: commandLineId })
    const elsewhere = await client.begin(ada, clientId, { resource: baseUrl })
    expect([elsewhere.statusCode, elsewhere.body]).toEqual([
      400,
      expect.stringContaining('resource'),
    ])
    const uid = await client.beginUid(ada, clientId, { scope: everything })
    expect(await ada.call(calls.describeConnection, { uid })).toMatchObject({
      isCommandLine: false,
      scopes: ['library:read', 'library:write'],
    })
    const allowed = { uid, days: 30 as const }
    for (const scopes of [[...tokenScopes], ['library:read' as const, 'runs' as const]]) {
      const answer = await ada.failure(calls.allowConnection, { ...allowed, scopes })
      expect(answer).toEqual([400, 'invalid_request'])
    }
  })

  it('is granted by a typed code, never by a redirect', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const began = await client.begin(ada, commandLineId, { scope: everything })
    expect(began.statusCode).toBe(400)
    expect(began.headers.location).toBeUndefined()
    const { baseUrl } = app.services.config
    const mcp = await client.askForDevice(commandLineId, { resource: `${baseUrl}/mcp` })
    expect(mcp.statusCode).toBe(400)
  })

  it('names its computer, in one line of limited length', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const nameOf = async (fields: Record<string, string>) => {
      const asked = await client.askForDevice(commandLineId, fields)
      const { user_code: userCode } = asked.json<{ user_code: string }>()
      return (await ada.call(calls.findDeviceRequest, { userCode })).name
    }
    expect(await nameOf({})).toBeNull()
    expect(await nameOf({ device_name: ' \u202Eone\ntwo\u0007 ' })).toBe('one two')
    expect(await nameOf({ device_name: 'x'.repeat(3000) })).toBe('x'.repeat(100))
  })

  it('requires recent re-authentication for more than reading', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const ask = async () => {
      const asked = await client.askForDevice(commandLineId, { scope: everything })
      const { user_code: userCode } = asked.json<{ user_code: string }>()
      return (await ada.call(calls.findDeviceRequest, { userCode })).uid
    }
    app.clock.now += 16 * 60_000
    const [uid, other] = [await ask(), await ask()]
    const scopes = ['library:read' as const, 'runs' as const]
    expect(await ada.failure(calls.allowConnection, { uid, scopes, days: 30 })).toEqual([
      403,
      'proof_needed',
    ])
    await ada.call(calls.allowConnection, { uid: other, scopes: ['library:read'], days: 30 })
  })

  it('ends after 30 days without use, and each use restarts the period', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const { access_token: token = '' } = await client.connectCommandLine(ada, { days: 30 })
    const program = app.program(token)
    app.clock.now += 29 * day
    await program.call(calls.listPrompts, {})
    // Recorded after the response.
    const end = async () => (await program.call(calls.describeToken, {})).expiresAt
    await expect.poll(end).toBe(new Date(app.clock.now + 30 * day).toISOString())
    app.clock.now += 30 * day
    expect(await program.failure(calls.listPrompts, {})).toEqual([401, 'token_invalid'])
  })

  it('has no refresh token, can access the API and MCP, and ends with its app', async ({ app }) => {
    const ada = await app.signUp('ada@example.com', 'correct horse')
    const client = oauthApp(app)
    const { access_token: token = '', refresh_token: none } = await client.connectCommandLine(ada, {
      days: 365,
    })
    expect(none).toBeUndefined()
    const program = app.program(token)
    const { accountId } = await ada.call(calls.checkLogin, {})
    expect(await program.call(calls.describeToken, {})).toEqual({
      accountId,
      name: commandLineId,
      scopes: tokenScopes,
      folder: null,
      expiresAt: new Date(app.clock.now + 365 * day).toISOString(),
    })
    expect((await client.ping(token)).statusCode).toBe(200)
    expect(await program.failure(calls.createToken, {})).toEqual([403, 'insufficient_scope'])
    app.clock.now += 365 * day - 1
    await program.call(calls.listPrompts, {})
    app.clock.now += 1
    expect(await program.failure(calls.listPrompts, {})).toEqual([401, 'token_invalid'])
    expect((await client.ping(token)).statusCode).toBe(401)

    // A session does not last as long.
    await ada.signIn('ada@example.com', 'correct horse')
    const [one, two] = [await client.commandLineToken(ada), await client.commandLineToken(ada)]
    expect((await client.revoke(commandLineId, one)).statusCode).toBe(200)
    expect(await app.program(one).failure(calls.listPrompts, {})).toEqual([401, 'token_invalid'])
    await app.program(two).call(calls.listPrompts, {})
    await ada.call(calls.endOtherSessions, {})
    expect(await app.program(two).failure(calls.listPrompts, {})).toEqual([401, 'token_invalid'])
  })
})
