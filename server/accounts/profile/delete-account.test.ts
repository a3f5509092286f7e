import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { deactivateAccount } from '#server/accounts/profile/deletion.queries.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { makeChance } from '#tests/support/chance.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import { logInto } from '#tests/support/log-into.ts'
import { insertSamples, sampleRows } from '#tests/support/sample-rows.ts'

/** Lower case, as in the search index. */
const canary = 'canary-7f3a91c5'

describe.each(databases)('Deleting an account on $name', (database) => {
  const it = libraryTest(database)

  test('leaves no trace in any table, file or log', async () => {
    const log: string[] = []
    const app = await makeTestApp(database, {
      environment: { RATE_LIMITS: 'on' },
      log: logInto(log),
    })
    onTestFinished(() => app.close())
    const bob = await app.signUp('bob@example.com')
    const ada = app.visitor()
    const email = `${canary}@example.com`
    await ada.register(email, `${canary} password`)
    await ada.send(calls.login, { email, password: `${canary} password` }, { 'user-agent': canary })
    await app.liftLimits()
    await fill(ada, bob)
    await ada.call(calls.createToken, { name: canary, scopes: ['library:read'] })
    await app.visitor().send(calls.login, { email, password: 'wrong horse' })
    const user = await app.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const owned = await findOwnedTables(app)
    const samples = sampleRows(user.owner_no, canary)
    await insertSamples(app.db, samples, [...owned, 'oauth_objects'])
    for (const table of owned) {
      expect(await countOwned(app, table, user.owner_no), `${table} holds rows`).toBeGreaterThan(0)
    }
    const throttled = await app.db.selectFrom('throttles').select('key').execute()
    const before = await bob.call(calls.downloadAccount, {})
    const traces = [canary, user.id, user.password_hash ?? '']
    const contents = await readEverything(app)
    for (const trace of traces) expect(contents.includes(trace), trace).toBe(true)

    await ada.call(calls.deleteAccount, {})
    // Only the id, in case a backup that contains the account is restored.
    const deletions = await app.db.selectFrom('deletions').selectAll().execute()
    expect(deletions).toEqual([{ user_id: user.id, deleted_at: app.clock.now }])
    expect((await readTables(app)).filter((text) => text.includes(user.id))).toEqual([user.id])
    // It is sent, and then deleted.
    const parting = app.db.selectFrom('mails').where('owner_no', 'is', null)
    const mails = await parting.selectAll().execute()
    expect(mails).toMatchObject([
      { owner_no: null, recipient: email, subject: 'Your account is deleted' },
    ])
    await app.db.deleteFrom('mails').where('owner_no', 'is', null).execute()
    if (!isPostgres(app.db)) await sql`pragma wal_checkpoint(truncate)`.execute(app.db)
    const left = await readEverything(app)
    for (const trace of [canary, user.password_hash ?? ''])
      expect(left.includes(trace), trace).toBe(false)
    for (const trace of [canary, 'password']) expect(log.join('')).not.toContain(trace)
    for (const table of owned) expect(await countOwned(app, table, user.owner_no), table).toBe(0)
    // Only throttles of the network address remain.
    const stillThrottled = await app.db.selectFrom('throttles').select('key').execute()
    expect(throttled.length - stillThrottled.length).toBe(3)
    const activity = expect.any(Array)
    expect(await bob.call(calls.downloadAccount, {})).toEqual({ ...before, activity })
  })

  it('ends its sessions and clears the cookie', async ({ app }) => {
    const desk = await app.signUp()
    const phone = app.visitor()
    await phone.signIn('ada@example.com', 'correct horse')
    await desk.call(calls.deleteAccount, {})
    expect(desk.cookies.has('session')).toBe(false)
    expect(await phone.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
    const login = { email: 'ada@example.com', password: 'correct horse' }
    expect(await phone.failure(calls.login, login)).toEqual([400, 'password_wrong'])
  })

  it('shrinks the SQLite file', async ({ app }) => {
    if (isPostgres(app.db)) return
    const ada = await app.signUp()
    for (let count = 0; count < 10; count++) {
      await ada.makePrompt('Long', { prompt: `${count} `.repeat(20_000) })
    }
    const measure = async () => (await readFiles(app)).join('').length
    const before = await measure()
    await ada.call(calls.deleteAccount, {})
    expect(await measure()).toBeLessThan(before / 2)
  })

  it('frees its address for a new one, which starts empty', async ({ app }) => {
    const ada = await app.signUp()
    await ada.makePrompt('Poem')
    await ada.call(calls.deleteAccount, {})
    const again = await app.signUp()
    expect((await again.call(calls.listPrompts, {})).prompts).toEqual([])
    await again.makePrompt('Poem')
  })

  it('unpublishes its shared prompts', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    await ada.call(calls.togglePromptPublic, { promptId })
    await ada.call(calls.deleteAccount, {})
    expect(await app.visitor().failure(calls.getSharedPrompt, { promptId })).toEqual([
      404,
      'not_found',
    ])
  })

  it('is finished by the sweep if the server dies, with the account inaccessible until then', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    await ada.call(calls.togglePromptPublic, { promptId })
    await ada.call(calls.deletePrompt, { promptId: await ada.makePrompt('In the trash') })
    const { owner_no } = await app.db
      .selectFrom('users')
      .select('owner_no')
      .executeTakeFirstOrThrow()
    // The first transaction of the deletion.
    await app.db
      .transaction()
      .execute((transaction) => deactivateAccount(transaction, owner_no, app.clock.now))
    const gone = [401, 'not_logged_in']
    expect(await ada.failure(calls.getProfile, {})).toEqual(gone)
    const login = { email: 'ada@example.com', password: 'correct horse' }
    expect(await app.visitor().failure(calls.login, login)).toEqual([400, 'password_wrong'])
    expect((await app.visitor().send(calls.getSharedPrompt, { promptId })).statusCode).toBe(404)
    const again = await app.signUp()
    expect((await again.call(calls.listPrompts, {})).prompts).toEqual([])

    await app.sweepAccounts()
    await again.call(calls.deleteAccount, {})
    await expectNoAccounts(app)
  })

  it('requires the second factor of an account that has one, even minutes after logging in', async ({
    app,
  }) => {
    const [ada, bob] = [await app.signUp(), await app.signUp('bob@example.com')]
    const { owner_no } = await app.db
      .selectFrom('users')
      .select('owner_no')
      .where('email', '=', 'ada@example.com')
      .executeTakeFirstOrThrow()
    const secret = { owner_no, sealed_secret: 'x', last_step: 0, is_active: 1, created_at: 0 }
    await app.db.insertInto('totp_secrets').values(secret).execute()
    app.clock.now += 6 * 60_000
    expect(await ada.failure(calls.deleteAccount, {})).toEqual([403, 'proof_needed'])
    await ada.call(calls.downloadAccount, {})
    await bob.call(calls.deleteAccount, {})
    await app.db.updateTable('sessions').set({ proved_at: app.clock.now }).execute()
    await ada.call(calls.deleteAccount, {})
    await expectNoAccounts(app)
  })

  it('makes concurrent requests of the account fail as logged out at worst', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const prompt = { name: 'Poem', color: 'f1f5f9', prompt: 'x' }
    const login = { email: 'ada@example.com', password: 'correct horse' }
    const twin = app.visitor()
    for (const [name, value] of ada.cookies) twin.cookies.set(name, value)
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => twin.send(calls.createPrompt, prompt)),
      app.visitor().send(calls.login, login),
      ada.send(calls.deleteAccount, {}),
      ...Array.from({ length: 10 }, () => twin.send(calls.createPrompt, prompt)),
      twin.send(calls.getProfile, {}),
      app.visitor().send(calls.login, login),
    ])
    for (const { statusCode } of answers) expect([200, 400, 401]).toContain(statusCode)
    await expectNoAccounts(app)
  })
})

/** Every table with rows of accounts. */
async function findOwnedTables(app: TestApp): Promise<string[]> {
  const tables = await app.db.introspection.getTables()
  return tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'owner_no'))
    .map(({ name }) => name)
}

async function countOwned(app: TestApp, table: string, owner?: number): Promise<number> {
  // The mail that confirms the deletion names no owner.
  const ofOwner =
    owner === undefined ? sql`where owner_no is not null` : sql`where owner_no = ${owner}`
  const { rows } = await sql<object>`select 1 from ${sql.table(table)} ${ofOwner}`.execute(app.db)
  return rows.length
}

async function expectNoAccounts(app: TestApp): Promise<void> {
  for (const table of await findOwnedTables(app))
    expect(await countOwned(app, table), table).toBe(0)
}

/**
 * Interleaved rows of both users, short and long, changed and deleted: enough that SQLite moves them between
 * pages.
 */
async function fill(ada: ApiUser, bob: ApiUser): Promise<void> {
  const chance = makeChance(7)
  const folders: (string | null)[] = [null]
  const prompts: string[] = []
  for (let count = 0; count < 500; count++) {
    const number = chance(1e9)
    const text = `${canary} ${number} `.repeat(1 + chance(chance(chance(400))))
    const folderId = folders[chance(folders.length)] ?? null
    if (count % 20 === 0) {
      folders.push(await ada.makeFolder(`${canary} ${'z'.repeat(chance(150))}${number}`, folderId))
    }
    const turn = count < 10 ? 0 : chance(10)
    if (turn < 5) {
      const name = `Prompt ${canary} ${number}`
      const notes = canary.repeat(chance(20))
      prompts.push(await ada.makePrompt(name, { folderId, prompt: text, notes }))
    } else if (turn < 7) {
      const promptId = prompts[chance(prompts.length)] ?? ''
      const name = `${canary} ${number}`
      await ada.call(calls.updatePrompt, { promptId, name, color: 'f1f5f9', prompt: text })
      const values = [{ name: canary, value: text }]
      await ada.call(calls.saveValueSet, { promptId, name, values })
      await ada.call(calls.setMyValues, { values })
    } else if (turn < 8) {
      const [promptId = ''] = prompts.splice(chance(prompts.length), 1)
      await ada.call(calls.deletePrompt, { promptId })
    } else {
      await bob.makePrompt(`Prompt ${number}`, { prompt: "Bob's words ".repeat(chance(100)) })
    }
  }
  await fillRuns(ada, prompts[0] ?? '')
  const folderId = await ada.makeFolder(canary)
  await ada.call(calls.deleteFolder, { folderId })
  await ada.call(calls.importEntries, {
    attempt: 'f'.repeat(32),
    name: canary,
    total: 1,
    from: 0,
    entries: [{ kind: 'folder', in: null, name: canary, color: 'f1f5f9' }],
  })
}

/** Runs on a server that does not respond, since their data stays. */
async function fillRuns(user: ApiUser, promptId: string): Promise<void> {
  const address = { dialect: 'openai' as const, baseUrl: 'http://127.0.0.1:1', key: canary }
  const connection = { name: canary, models: [canary], ...address }
  const { id: connectionId } = await user.call(calls.createConnection, connection)
  const values = [{ name: canary, value: canary }]
  for (let count = 0; count < 5; count++) {
    const run = { promptId, connectionId, values, text: canary.repeat(count + 1), model: canary }
    const attempt = String(count).repeat(32)
    const { runId } = await user.call(calls.startRun, { ...run, attempt })
    await user.send(calls.followRun, { runId })
  }
}

/** Everything in the database: the rows of every table, and on SQLite the bytes of its files. */
async function readEverything(app: TestApp): Promise<string> {
  return [...(await readTables(app)), ...(await readFiles(app))].join('\n')
}

async function readTables(app: TestApp): Promise<string[]> {
  const tables = await app.db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const result = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
        app.db,
      )
      return result.rows.flatMap((row) => Object.values(row).map(toText))
    }),
  )
  return rows.flat()
}

async function readFiles(app: TestApp): Promise<string[]> {
  if (isPostgres(app.db)) return []
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(app.db)
  const file = rows[0]?.file ?? ''
  return ['', '-wal'].map((end) => readFileSync(file + end, 'latin1'))
}

function toText(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)
}
