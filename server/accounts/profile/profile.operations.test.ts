import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const day = 24 * 60 * 60 * 1000
const previous = 'correct horse'
const chosen = 'battery staple'
const change = { password: previous, newPassword: chosen, confirmPassword: chosen }
const refused = [401, 'not_logged_in']
const at = (time: number) => new Date(time).toISOString()

describe.each(databases)('Changing the password on $name', (database) => {
  const it = libraryTest(database)

  it('replaces the old one', async ({ app }) => {
    const ada = await app.signUp('ada@example.com', previous)
    await ada.call(calls.updateProfile, change)
    const visitor = app.visitor()
    const login = { email: 'ada@example.com', password: previous }
    expect(await visitor.failure(calls.login, login)).toEqual([400, 'password_wrong'])
    await visitor.signIn('ada@example.com', chosen)
  })

  it('ends every other session, and replaces the token of this one', async ({ app }) => {
    const desk = await app.signUp('ada@example.com', previous)
    const copy = app.visitor()
    for (const [name, value] of desk.cookies) copy.cookies.set(name, value)
    const phone = app.visitor()
    await phone.signIn('ada@example.com', previous)
    const bob = await app.signUp('bob@example.com')

    await desk.call(calls.updateProfile, change)
    expect(await phone.failure(calls.getProfile, {})).toEqual(refused)
    expect(await copy.failure(calls.getProfile, {})).toEqual(refused)
    await desk.call(calls.getProfile, {})
    await bob.call(calls.getProfile, {})
    expect((await desk.call(calls.listSessions, {})).sessions).toHaveLength(1)
  })

  it('invalidates a link to reset it, but not one to verify the address', async ({ app }) => {
    const ada = await app.signUp('ada@example.com', previous)
    const { owner_no } = await app.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    await app.db.deleteFrom('mailed_tokens').execute()
    for (const purpose of ['verify', 'reset'] as const) {
      await app.db
        .insertInto('mailed_tokens')
        .values({ token_hash: purpose, owner_no, purpose, expires_at: app.clock.now + day })
        .execute()
    }
    await ada.call(calls.updateProfile, change)
    const left = await app.db.selectFrom('mailed_tokens').select('purpose').execute()
    expect(left).toEqual([{ purpose: 'verify' }])
  })

  it.for([
    ['a wrong current password', { password: 'wrong horse' }, 'password_wrong'],
    ['an empty field', { confirmPassword: '' }, 'fields_missing'],
    ['a short password', { newPassword: 'short', confirmPassword: 'short' }, 'password_too_short'],
    ['different passwords', { confirmPassword: 'battery stable' }, 'password_mismatch'],
    [
      'the current password',
      { newPassword: previous, confirmPassword: previous },
      'password_unchanged',
    ],
    [
      'a common password',
      { newPassword: 'Football1', confirmPassword: 'Football1' },
      'password_common',
    ],
    [
      'our name',
      { newPassword: 'Promptshelf-2026', confirmPassword: 'Promptshelf-2026' },
      'password_has_our_name',
    ],
  ] as const)('is refused with %s', async ([, wrong, code], { app }) => {
    const ada = await app.signUp('ada@example.com', previous)
    const phone = app.visitor()
    await phone.signIn('ada@example.com', previous)
    expect(await ada.failure(calls.updateProfile, { ...change, ...wrong })).toEqual([400, code])
    await phone.call(calls.getProfile, {})
    await app.visitor().signIn('ada@example.com', previous)
  })

  it('is refused for an account without a password', async ({ app }) => {
    const ada = await app.signUp()
    await app.db.updateTable('users').set({ password_hash: null }).execute()
    expect(await ada.failure(calls.updateProfile, change)).toEqual([400, 'password_wrong'])
  })

  it('happens once if two browsers do it concurrently', async ({ app }) => {
    const desk = await app.signUp('ada@example.com', previous)
    const phone = app.visitor()
    await phone.signIn('ada@example.com', previous)
    const statuses = await Promise.all(
      [desk, phone].map(async (user) => (await user.send(calls.updateProfile, change)).statusCode),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(await app.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
  })

  it('leaves no session of a concurrent login with the previous one', async ({ app }) => {
    const ada = await app.signUp('ada@example.com', previous)
    const intruders = Array.from({ length: 8 }, () => app.visitor())
    await Promise.all([
      ada.call(calls.updateProfile, change),
      ...intruders.map((intruder) =>
        intruder.send(calls.login, { email: 'ada@example.com', password: previous }),
      ),
    ])
    for (const intruder of intruders) {
      expect(await intruder.failure(calls.getProfile, {})).toEqual(refused)
    }
    await ada.call(calls.getProfile, {})
  })
})

describe.each(databases)('The list of sessions on $name', (database) => {
  const it = libraryTest(database)
  const login = { email: 'ada@example.com', password: previous }

  it('shows where the account is logged in, and since when', async ({ app }) => {
    const start = app.clock.now
    const desk = await app.signUp('ada@example.com', previous)
    app.clock.now += 2 * day
    const phone = app.visitor()
    await phone.send(calls.login, login, { 'user-agent': 'A phone' })
    await app.signUp('bob@example.com')
    app.clock.now += day
    const { sessions } = await desk.call(calls.listSessions, {})
    expect(sessions).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{43}$/),
        userAgent: 'lightMyRequest',
        signedInAt: at(start),
        lastUsedAt: at(start + 3 * day),
        isCurrent: true,
      },
      {
        id: expect.stringMatching(/^[\w-]{43}$/),
        userAgent: 'A phone',
        signedInAt: at(start + 2 * day),
        lastUsedAt: at(start + 2 * day),
        isCurrent: false,
      },
    ])
  })

  it('omits those that have ended or expired', async ({ app }) => {
    const desk = await app.signUp('ada@example.com', previous)
    const phone = app.visitor()
    await phone.signIn('ada@example.com', previous)
    await phone.call(calls.logout, {})
    expect((await desk.call(calls.listSessions, {})).sessions).toHaveLength(1)
    const tablet = app.visitor()
    await tablet.signIn('ada@example.com', previous)
    app.clock.now += 20 * day
    await desk.call(calls.checkLogin, {})
    app.clock.now += 20 * day
    expect((await desk.call(calls.listSessions, {})).sessions).toHaveLength(1)
  })

  it('is reduced to this one by logging out everywhere else', async ({ app }) => {
    const desk = await app.signUp('ada@example.com', previous)
    const phone = app.visitor()
    await phone.signIn('ada@example.com', previous)
    const bob = await app.signUp('bob@example.com')
    await desk.call(calls.endOtherSessions, {})
    expect(await phone.failure(calls.getProfile, {})).toEqual(refused)
    expect((await desk.call(calls.listSessions, {})).sessions).toHaveLength(1)
    await bob.call(calls.getProfile, {})
  })
})

describe.each(databases)("The account's data on $name", (database) => {
  const it = libraryTest(database)

  it('are one file with everything except secrets that grant access', async ({ app }) => {
    const ada = await app.signUp('Ada@example.com', previous)
    const bob = await app.signUp('bob@example.com')
    await bob.makePrompt('Not hers')
    const outer = await ada.makeFolder('Outer')
    const inner = await ada.makeFolder('Inner', outer)
    const id = await ada.makePrompt('Poem', {
      folderId: inner,
      prompt: 'A\n{<b>b</b>} "c"',
      notes: 'n',
    })
    await ada.call(calls.togglePromptPublic, { promptId: id })

    const response = await ada.send(calls.downloadAccount, {})
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="promptshelf-data.json"',
      'cache-control': 'no-store',
    })
    const now = new Date(app.clock.now).toISOString()
    const user = await app.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    expect(response.json()).toMatchObject({
      collectedAt: now,
      account: {
        id: user.id,
        email: 'Ada@example.com',
        emailVerifiedAt: null,
        hasPassword: true,
        googleSubject: null,
        language: 'en',
        freePlanUsedAt: now,
        createdAt: now,
      },
      sessions: [
        {
          userAgent: 'lightMyRequest',
          signedInAt: now,
          lastUsedAt: now,
          expiresAt: new Date(app.clock.now + 30 * day).toISOString(),
        },
      ],
      subscriptions: [
        {
          planId: 'free',
          boughtFrom: null,
          startedAt: now,
          periodStartedAt: now,
          expiresAt: null,
          endedAt: null,
        },
      ],
      creditEntries: [{ amount: 20, reason: 'plan_granted', at: now }],
      folders: [
        { id: outer, parentId: null, name: 'Outer', color: '4ECDC4', createdAt: now },
        { id: inner, parentId: outer, name: 'Inner', color: '4ECDC4', createdAt: now },
      ],
      prompts: [
        {
          id,
          folderId: inner,
          name: 'Poem',
          color: 'f1f5f9',
          isPublic: 1,
          notes: 'n',
          prompt: 'A\n{<b>b</b>} "c"',
          createdAt: now,
          updatedAt: now,
        },
      ],
    })
    const [token = ''] = ada.cookies.values()
    const hashes = await app.db.selectFrom('sessions').select('token_hash').execute()
    for (const secret of [token, 'argon2', ...hashes.map((row) => row.token_hash), 'Not hers']) {
      expect(response.body).not.toContain(secret)
    }
  })

  it('can be downloaded from an empty account', async ({ app }) => {
    const ada = await app.signUp()
    expect(await ada.call(calls.downloadAccount, {})).toMatchObject({ folders: [], prompts: [] })
  })

  it('are complete for a library of many pages', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const prompt = 'x'.repeat(10_000)
    for (let count = 1; count <= 120; count++) await ada.makePrompt(`Prompt ${count}`, { prompt })
    const { prompts } = (await ada.call(calls.downloadAccount, {})) as {
      prompts: { name: string; prompt: string }[]
    }
    expect(prompts.map(({ name }) => name)).toEqual(
      Array.from({ length: 120 }, (_, index) => `Prompt ${index + 1}`),
    )
    expect(prompts.every((row) => row.prompt === prompt)).toBe(true)
  })
})
