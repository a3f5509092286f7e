import { describe, expect, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Call } from '#contract/core/call.ts'
import { identifyApp } from '#server/accounts/apps/identify-app.ts'
import { whileValid } from '#server/calls/while-valid.ts'
import { oauthApp, type Tokens } from '#tests/support/clients/oauth-app.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'

const minute = 60_000

describe.each(databases)('A connected app on $name', (database) => {
  const it = libraryTest(database)

  const isAlive = async (app: TestApp, token: string) =>
    (await oauthApp(app).ping(token)).statusCode === 200

  it('ends with the second use of its code, even concurrently', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const { clientId, code, tokens } = await client.connect(ada)
    expect(await isAlive(app, tokens.access_token)).toBe(true)
    const again = await client.redeem(clientId, code)
    expect([again.statusCode, again.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    expect(await isAlive(app, tokens.access_token)).toBe(false)
    expect((await client.refresh(clientId, tokens.refresh_token)).statusCode).toBe(400)
    expect((await ada.call(calls.listApps, {})).apps).toEqual([])
    const { activity } = await ada.call(calls.listActivity, {})
    expect(activity.filter(({ kind }) => kind === 'app_ended')).toMatchObject([
      { via: 'app', name: 'Test app' },
    ])
    const location = await client.allow(ada, await client.beginUid(ada, clientId))
    const other = location.searchParams.get('code') ?? ''
    const parallel = await Promise.all(
      Array.from({ length: 8 }, () => client.redeem(clientId, other)),
    )
    expect(parallel.filter(({ statusCode }) => statusCode === 200).length).toBeLessThan(2)
    for (const response of parallel.filter(({ statusCode }) => statusCode === 200)) {
      expect(await isAlive(app, response.json<Tokens>().access_token)).toBe(false)
    }
    expect((await ada.call(calls.listApps, {})).apps).toEqual([])
  })

  it('ends with the second use of a refresh token, even concurrently', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const { clientId, tokens } = await client.connect(ada)
    const next = (await client.refresh(clientId, tokens.refresh_token)).json<Tokens>()
    expect(await isAlive(app, next.access_token)).toBe(true)
    expect((await client.refresh(clientId, tokens.refresh_token)).statusCode).toBe(400)
    expect(await isAlive(app, next.access_token)).toBe(false)
    expect((await client.refresh(clientId, next.refresh_token)).statusCode).toBe(400)
    const other = await client.connect(ada)
    const parallel = await Promise.all(
      Array.from({ length: 8 }, () => client.refresh(other.clientId, other.tokens.refresh_token)),
    )
    expect(parallel.filter(({ statusCode }) => statusCode === 200).length).toBeLessThan(2)
    for (const response of parallel.filter(({ statusCode }) => statusCode === 200)) {
      expect(await isAlive(app, response.json<Tokens>().access_token)).toBe(false)
    }
    expect((await ada.call(calls.listApps, {})).apps).toEqual([])
  })

  it('cannot act as another app, and proves that it started the request', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const { clientId, tokens } = await client.connect(ada)
    const other = await client.registered()
    expect((await client.refresh(other, tokens.refresh_token)).statusCode).toBe(400)
    // Its revocation responds with nothing, and does nothing.
    expect((await client.revoke(other, tokens.refresh_token)).statusCode).toBe(200)
    expect(await isAlive(app, tokens.access_token)).toBe(true)
    const newCode = async () => {
      const location = await client.allow(ada, await client.beginUid(ada, clientId))
      return location.searchParams.get('code') ?? ''
    }
    for (const wrong of [
      { client_id: other },
      { code_verifier: 'x'.repeat(43) },
      { code_verifier: '' },
      { redirect_uri: 'http://localhost:4712/callback' },
      { resource: 'https://elsewhere.example/mcp' },
    ]) {
      const response = await client.redeem(clientId, await newCode(), wrong)
      expect([wrong, response.statusCode]).toEqual([wrong, 400])
    }
    const late = await newCode()
    app.clock.now += minute
    expect((await client.redeem(clientId, late)).statusCode).toBe(400)
    for (const wrong of [
      { code_challenge: '' },
      { code_challenge: '', code_challenge_method: '' },
      { code_challenge_method: 'plain' },
      { code_challenge_method: '' },
      { resource: 'https://elsewhere.example/mcp' },
      { resource: 'http://localhost:3000' },
      { response_type: 'token' },
      { response_type: 'code id_token' },
      { response_mode: 'fragment' },
      { response_mode: 'form_post' },
      { prompt: 'none' },
      { request: 'e30.e30.' },
      { request_uri: 'https://elsewhere.example/' },
    ]) {
      const response = await client.begin(ada, clientId, wrong)
      expect([wrong, response.statusCode, response.headers.location]).toEqual([
        wrong,
        400,
        undefined,
      ])
    }
  })

  it('has access for an hour, and its token only works at `/mcp` of this server', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const { clientId, tokens, code } = await client.connect(ada)
    for (const text of [tokens.refresh_token, code, clientId, '', 'x'.repeat(43), 'x', 'é']) {
      expect([text, (await client.ping(text)).statusCode]).toEqual([text, 401])
    }
    expect((await client.ping(tokens.access_token, '/mcp/token')).statusCode).toBe(401)
    const program = app.program(tokens.access_token)
    for (const [name, call] of Object.entries<Call>(calls)) {
      if (call.access === 'public') continue
      const { statusCode, headers } = await program.send(call, {})
      expect([name, statusCode, headers['set-cookie']]).toEqual([name, 401, undefined])
    }
    const elsewhere = {
      ...app.services,
      config: { ...app.services.config, baseUrl: 'https://b.example' },
    }
    expect(await identifyApp(elsewhere, tokens.access_token, true)).toBeUndefined()
    app.clock.now += 60 * minute - 1
    expect(await isAlive(app, tokens.access_token)).toBe(true)
    app.clock.now += 1
    expect(await isAlive(app, tokens.access_token)).toBe(false)
  })

  it('is limited to its folder and its scopes, and never gains any by refreshing', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Work')
    await ada.makePrompt('Inside', { folderId })
    await ada.makePrompt('Outside')
    const client = oauthApp(app)
    const clientId = await client.registered()
    const uid = await client.beginUid(ada, clientId)
    const location = await client.allow(ada, uid, { folderId })
    const redeemed = await client.redeem(clientId, location.searchParams.get('code') ?? '')
    const tokens = redeemed.json<Tokens>()
    const call = async (token: string, name: string, input: object) => {
      const response = await client.ping(token, '/mcp', {
        method: 'tools/call',
        params: { name, arguments: input },
      })
      return response.body
    }
    const listed = await call(tokens.access_token, 'list_prompts', {})
    expect(listed).toContain('Inside')
    expect(listed).not.toContain('Outside')
    const save = { title: 'Mine', text: 'x' }
    expect(await call(tokens.access_token, 'save_prompt', save)).not.toContain('isError')
    // A token with fewer requested scopes has fewer, and another one has at most the allowed ones.
    const less = (
      await client.refresh(clientId, tokens.refresh_token, { scope: 'library:read' })
    ).json<Tokens>()
    expect(less.scope).toBe('library:read')
    expect(await call(less.access_token, 'save_prompt', save)).toContain('does not have permission')
    const reading = await client.connect(ada, { scopes: ['library:read'] })
    expect(reading.tokens.scope).toBe('library:read')
    const more = await client.refresh(reading.clientId, reading.tokens.refresh_token, {
      scope: 'library:read library:write',
    })
    expect(more.json()).toMatchObject({ error: 'invalid_scope' })
  })

  it('ends during a stream', async ({ app }) => {
    const ada = await app.signUp()
    const { tokens } = await oauthApp(app).connect(ada)
    const actor = await identifyApp(app.services, tokens.access_token, true)
    if (actor === undefined) throw new Error('The token is valid.')
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    async function* items() {
      for (let count = 0; count < 9; count++) {
        clock.mockReturnValue(count * 1_000)
        yield count
      }
    }
    const read: number[] = []
    const reading = (async () => {
      for await (const item of whileValid(app.services, actor, items())) {
        read.push(item)
        if (item === 3) {
          const [connected] = (await ada.call(calls.listApps, {})).apps
          await ada.call(calls.endApp, { appId: connected?.id ?? '' })
        }
      }
    })()
    await expect(reading).rejects.toMatchObject({ errorCode: 'token_invalid' })
    clock.mockRestore()
    expect(read).toEqual([0, 1, 2, 3])
  })
})
