import { describe, expect, onTestFinished } from 'vitest'
import { tokenDays, tokenPrefix, type NewToken } from '#contract/accounts/tokens.ts'
import { calls } from '#contract/calls.ts'
import { scopes } from '#contract/core/call.ts'
import { limits } from '#contract/core/limits.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { createSecret } from '#server/accounts/tokens/token-form.rules.ts'
import type { SessionActor } from '#server/core/actor.ts'
import { issueToken } from '#server/accounts/tokens/issue-token.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { databases } from '#tests/support/databases.ts'
import { holdLock } from '#tests/support/hold-lock.ts'
import { libraryTest, makeTestApp, readEverything } from '#tests/support/library-test.ts'
import { mailedSubjects, mailedToken } from '#tests/support/mailed-links.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const password = 'correct horse'
const ended = [401, 'token_invalid']
const nobodysId = '01a1fc2c-43c7-7eda-9052-213b5df26ec4'
const script = { name: 'Script', scopes: ['library:read' as const] }

function create(user: ApiUser, input: Partial<NewToken> = {}) {
  return user.call(calls.createToken, { ...script, ...input })
}

describe.each(databases)('A token on $name', (database) => {
  const it = libraryTest(database)

  it('is shown once, stored as a hash, and described without its secret', async ({ app }) => {
    const ada = await app.signUp()
    const folderId = await ada.makeFolder('Work')
    const { id, token } = await create(ada, {
      folderId,
      days: 90,
      scopes: ['library:read', 'runs'],
    })
    expect(await readEverything(app)).not.toContain(token.slice(tokenPrefix.length))
    const described = {
      name: 'Script',
      scopes: ['library:read', 'runs'],
      folder: { id: folderId, name: 'Work' },
      expiresAt: new Date(app.clock.now + 90 * day).toISOString(),
    }
    expect(await ada.call(calls.listTokens, {})).toEqual({
      tokens: [
        {
          id,
          ...described,
          hint: token.slice(-4),
          createdAt: new Date(app.clock.now).toISOString(),
          lastUsedOn: null,
          client: null,
        },
      ],
    })
    const { accountId } = await ada.call(calls.checkLogin, {})
    expect(await app.program(token).call(calls.describeToken, {})).toEqual({
      ...described,
      accountId,
    })
    expect(await ada.failure(calls.describeToken, {})).toEqual([404, 'not_found'])
    const { tokens } = await ada.call(calls.downloadAccount, {})
    expect(tokens).toMatchObject([{ name: 'Script', scopes: 'library:read runs', folderId }])
    expect(JSON.stringify(tokens)).not.toContain('hash')
    await ada.call(calls.deleteFolder, { folderId })
    expect((await ada.call(calls.listTokens, {})).tokens[0]?.folder).toEqual({
      id: folderId,
      name: null,
    })
    expect(await app.program(token).failure(calls.listPrompts, {})).toEqual([403, 'outside_folder'])
  })

  it('is reported by mail, in words', async ({ app }) => {
    const ada = await app.signUp()
    await create(ada, { scopes: ['library:read', 'library:write', 'runs'] })
    expect(await mailedSubjects(app, 'ada@example.com')).toContain('New token for your account')
    const mails = await app.db.selectFrom('mails').select('plain_text').execute()
    expect(JSON.stringify(mails)).toContain(
      'can read and change your prompts, and run them with models.',
    )
  })

  it('is created only in a recently authenticated session, in a known folder, and at most 50 times', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const bob = await app.signUp('bob@example.com')
    const folderId = await bob.makeFolder('His')
    expect(await ada.failure(calls.createToken, { ...script, folderId })).toEqual([
      404,
      'not_found',
    ])
    for (const scopes of [
      [],
      ['runs'],
      ['library:write'],
      ['library:read', 'session'],
      ['models'],
    ]) {
      const [status] = await ada.failure(calls.createToken, { ...script, scopes })
      expect([scopes, status]).toEqual([scopes, 400])
    }
    expect(await ada.failure(calls.createToken, { ...script, days: 31 })).toEqual([
      400,
      'invalid_request',
    ])
    for (let count = 0; count < limits.tokens - 1; count++) await create(ada)
    // Both have started before the first of them completes.
    const lock = isPostgres(app.db) ? await holdLock(app, 'select 1 from users for update') : null
    const creating = Promise.all([1, 2].map(() => ada.send(calls.createToken, script)))
    await lock?.waitForQueue(2)
    await lock?.release()
    const statuses = (await creating).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403])
    const full = [403, 'token_limit_reached']
    expect(await ada.failure(calls.createToken, script)).toEqual(full)
    await create(bob)
    app.clock.now += 15 * minute
    expect(await ada.failure(calls.createToken, script)).toEqual([403, 'proof_needed'])
  })

  it('is not created in a session that ends in the meantime', async ({ app }) => {
    await app.signUp()
    const user = await app.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    const owner = mintOwner(user.owner_no, 'session')
    const actor: SessionActor = {
      via: 'session',
      tokenHash: 'ended',
      provedAt: app.clock.now,
      owner,
      userId: user.id,
      scopes: new Set(scopes),
      proofId: 'ended',
    }
    const source = { via: 'browser', agent: '', network: '' } as const
    const issuing = issueToken(app.services, actor, script, source)
    await expect(issuing).rejects.toMatchObject({ errorCode: 'not_logged_in' })
  })

  it('is created once by a repeated attempt, whose last secret is valid', async ({ app }) => {
    const ada = await app.signUp()
    const attempt = 'a'.repeat(32)
    const first = await create(ada, { attempt })
    const second = await create(ada, { attempt })
    expect(second.id).toBe(first.id)
    expect(await app.program(first.token).failure(calls.listPrompts, {})).toEqual(ended)
    await app.program(second.token).call(calls.listPrompts, {})
    const subjects = await mailedSubjects(app, 'ada@example.com')
    expect(subjects.filter((subject) => subject.includes('token'))).toHaveLength(1)
  })

  it('expires on time, is listed for 30 more days, and no longer counts', async ({ app }) => {
    const ada = await app.signUp()
    const made = await Promise.all(tokenDays.map((days) => create(ada, { days })))
    const forever = await create(ada)
    for (const [at, days] of tokenDays.entries()) {
      const program = app.program(made[at]?.token ?? '')
      const start = app.clock.now
      app.clock.now += days * day - 1
      await program.call(calls.listPrompts, {})
      app.clock.now += 1
      expect(await program.failure(calls.listPrompts, {})).toEqual(ended)
      app.clock.now = start
    }
    app.clock.now += 60 * day - 1
    await app.sweepExpired()
    expect(await app.db.selectFrom('tokens').select('id').execute()).toHaveLength(4)
    app.clock.now += 1
    await app.sweepExpired()
    expect(await app.db.selectFrom('tokens').select('id').execute()).toHaveLength(3)
    app.clock.now += 1000 * day
    await app.program(forever.token).call(calls.listPrompts, {})
  })

  it('reports the day and the program of its last use, written at most once an hour', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const { token } = await create(ada)
    app.clock.now = Date.parse('2026-03-04T10:30:00Z')
    await app.db.updateTable('sessions').set({ expires_at: 9e15 }).execute()
    const used = async () => (await ada.call(calls.listTokens, {})).tokens[0]
    const call = (userAgent: string) =>
      app.program(token).send(calls.listPrompts, {}, { 'user-agent': userAgent })
    await call('curl/8.5.0')
    await waitFor(async () =>
      expect(await used()).toMatchObject({ lastUsedOn: '2026-03-04', client: 'curl' }),
    )
    const [before] = await app.db.selectFrom('tokens').select('used_at').execute()
    app.clock.now += hour - 1
    await call('other/1')
    app.clock.now += 1
    await call('<script>alert(1)</script>')
    await waitFor(async () => expect(await used()).toMatchObject({ client: null }))
    const [after] = await app.db.selectFrom('tokens').select('used_at').execute()
    expect((after?.used_at ?? 0) - (before?.used_at ?? 0)).toBe(hour)
  })

  it('is recorded in the activity, with its changes', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const scopes = ['library:read' as const, 'library:write' as const]
    const { id, token } = await create(ada, { scopes })
    const program = app.program(token)
    await program.call(calls.notePromptUse, { promptId })
    await program.call(calls.listPrompts, {})
    // Reading by a program is an export, whatever its user agent.
    const compared = { promptIds: [promptId], folderIds: [], isCompared: true }
    await program.call(calls.exportSelection, compared)
    for (const name of ['One', 'Two']) await program.makePrompt(name)
    await program.failure(calls.deletePrompt, { promptId: nobodysId })
    await ada.call(calls.revokeToken, { tokenId: id })
    await waitFor(async () => {
      const { activity } = await ada.call(calls.listActivity, {})
      const seen = activity.filter(({ kind }) => kind !== 'signed_in')
      const sorted = seen.toSorted((a, b) => a.kind.localeCompare(b.kind))
      expect(sorted).toMatchObject([
        { kind: 'library_changed', via: 'token', agent: 'Script', count: 2 },
        { kind: 'library_exported', via: 'token', agent: 'Script', count: 1 },
        { kind: 'token_created', via: 'browser', name: 'Script' },
        { kind: 'token_ended', via: 'browser', name: 'Script' },
      ])
    })
  })

  it('ends at the next request on every server', async ({ app }) => {
    const other = await makeTestApp(database, { db: app.services.db })
    onTestFinished(other.close)
    const ada = await app.signUp()
    const bob = await app.signUp('bob@example.com')
    const { id, token } = await create(ada)
    for (const server of [app, other]) await server.program(token).call(calls.listPrompts, {})
    expect(await bob.failure(calls.revokeToken, { tokenId: id })).toEqual([404, 'not_found'])
    await other.program(token).call(calls.listPrompts, {})
    await ada.call(calls.revokeToken, { tokenId: id })
    for (const server of [app, other]) {
      expect(await server.program(token).failure(calls.listPrompts, {})).toEqual(ended)
    }
    expect(await ada.failure(calls.revokeToken, { tokenId: id })).toEqual([404, 'not_found'])
  })

  it('ends with the password and with all sessions, unless it is kept', async ({ app }) => {
    const ada = await app.signUp('ada@example.com', password)
    const isValid = async (token: string) =>
      (await app.program(token).send(calls.listPrompts, {})).statusCode === 200
    const change = { password, newPassword: 'another horse', confirmPassword: 'another horse' }
    const first = await create(ada)
    await ada.call(calls.endOtherSessions, { keepsTokens: true })
    await ada.call(calls.updateProfile, { ...change, keepsTokens: true })
    expect(await isValid(first.token)).toBe(true)
    await ada.call(calls.endOtherSessions, {})
    expect(await isValid(first.token)).toBe(false)
    const second = await create(ada)
    const back = { password: 'another horse', newPassword: password, confirmPassword: password }
    await ada.call(calls.updateProfile, back)
    expect(await isValid(second.token)).toBe(false)
    const third = await create(ada)
    await ada.call(calls.sendResetLink, { email: 'ada@example.com' })
    const passwords = { password: 'a new horse', cPassword: 'a new horse' }
    await ada.call(calls.resetPassword, passwords, { token: await mailedToken(app, 'reset') })
    expect(await isValid(third.token)).toBe(false)
  })

  it('has no scope of a person in a browser, whatever its row contains', async ({ app }) => {
    const ada = await app.signUp()
    const { token } = await create(ada)
    const all = 'session account models library:read'
    await app.db.updateTable('tokens').set({ scopes: all }).execute()
    const program = app.program(token)
    await program.call(calls.listPrompts, {})
    for (const call of [calls.createToken, calls.getProfile, calls.listConnections]) {
      expect(await program.failure(call, script)).toEqual([403, 'insufficient_scope'])
    }
  })

  it('is answered with 401 and the HTTP header if it is wrong', async ({ app }) => {
    const ada = await app.signUp()
    const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ')
    const ask = (authorization?: string) =>
      app.server.inject({
        url: '/api/prompts/list',
        headers: { ...(authorization !== undefined && { authorization, cookie }) },
      })
    const { headers, statusCode } = await ask()
    expect([statusCode, headers['www-authenticate']]).toEqual([401, 'Bearer realm="Promptshelf"'])
    for (const wrong of [
      'Bearer',
      'bearer x',
      `BEARER ${createSecret()}`,
      `Bearer ${createSecret()}, x`,
    ]) {
      const response = await ask(wrong)
      expect([wrong, response.statusCode]).toEqual([wrong, 401])
      expect(response.headers['www-authenticate']).toBe(
        'Bearer realm="Promptshelf", error="invalid_token"',
      )
    }
    // Another scheme, as a proxy may require.
    expect((await ask('Basic eDp5')).statusCode).toBe(200)
    const { token } = await create(ada)
    for (const right of [`bearer ${token}`, `Bearer  ${token} `]) {
      expect((await ask(right)).statusCode).toBe(200)
    }
    for (const url of [
      `/api/prompts/list?access_token=${token}`,
      `/api/prompts/list?token=${token}`,
    ]) {
      expect(
        (await app.server.inject({ url, headers: { cookie: `session=${token}` } })).statusCode,
      ).toBe(401)
    }
  })
})
