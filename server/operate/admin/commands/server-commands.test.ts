import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { nameBackup } from '#server/operate/backup/backup-files.rules.ts'
import { databases } from '#tests/support/databases.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { run, startServer } from '#tests/support/clients/admin.ts'

const email = 'ada@example.com'
const password = 'correct horse'
const day = 24 * 60 * 60_000
const key = (name: string, byte: number) => `${name}:${Buffer.alloc(32, byte).toString('base64')}`

describe.each(databases)('The command line of a server on $name', (database) => {
  test('grants nothing on a server without plans', async () => {
    const { app, admin, variables } = await startServer(database, {
      PLANS: 'off',
      MONTHLY_CREDITS: '500',
    })
    await app.signUp(email)
    for (const line of [
      `credits grant ${email} 5`,
      `plan set ${email} plus-monthly --until 2099-01-01`,
    ]) {
      const { code, err } = await run(line, variables)
      expect([code, err]).toEqual([1, expect.stringContaining('PLANS is off')])
    }
    expect(await admin(`user show ${email}`)).toMatchObject({ credits: 500 })
  })

  test('grants credits and sets plans', async () => {
    const { app, admin, variables } = await startServer(database)
    const ada = await app.signUp(email, password)
    const { credits: before } = await ada.call(calls.checkLogin, {})
    expect(await admin(`credits grant ${email} 250`)).toMatchObject({
      balance: before.credits + 250,
    })
    for (const amount of ['0', '-5', '1.5', '1e3', 'x']) {
      expect(await run(`credits grant ${email} ${amount}`, variables)).toMatchObject({ code: 2 })
    }
    const until = new Date(Date.now() + 60 * day).toISOString().slice(0, 10)
    await admin(`plan set ${email} pro-monthly --until ${until}`)
    const { subDetails, usage } = await ada.call(calls.getProfile, {})
    expect(subDetails).toMatchObject({ isActive: 1, isGiven: true })
    expect(subDetails?.expireAt?.slice(0, 10)).toBe(until)
    expect(usage.promptLimit).toBeNull()
    const { activity } = await ada.call(calls.listActivity, {})
    expect(activity.map(({ kind, name }) => [kind, name])).toEqual(
      expect.arrayContaining([
        ['credits_granted', '250'],
        ['plan_set', 'Pro'],
      ]),
    )
    for (const wrong of ['pro-monthly', 'pro-monthly --until 2027-02-31']) {
      expect(await run(`plan set ${email} ${wrong}`, variables)).toMatchObject({ code: 2 })
    }
    for (const wrong of [`none --until ${until}`, 'pro-monthly --until 2020-01-01']) {
      expect(await run(`plan set ${email} ${wrong}`, variables)).toMatchObject({ code: 1 })
    }
    // The user can end it, like any plan.
    await ada.call(calls.unsubscribe, {})
    expect((await ada.call(calls.getProfile, {})).subDetails).toMatchObject({ isActive: 0 })
  })

  test('ends a plan that the user pays for only if asked to', async () => {
    const { app, admin, variables } = await startServer(database)
    const ada = await app.signUp(email, password)
    await app.db
      .updateTable('subscriptions')
      .set({ provider: 'stripe', plan_id: 'plus-monthly', expires_at: Date.now() + day })
      .execute()
    const until = new Date(Date.now() + 60 * day).toISOString().slice(0, 10)
    const refused = await run(`plan set ${email} pro-monthly --until ${until}`, variables)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.err).toContain('--replace')
    await admin(`plan set ${email} pro-monthly --until ${until} --replace`)
    expect(await app.db.selectFrom('payment_endings').selectAll().execute()).toHaveLength(1)
    expect((await ada.call(calls.getProfile, {})).subDetails).toMatchObject({ name: 'Pro' })
  })

  test('sends a test mail, and lists and retries unsent ones without their texts', async () => {
    const mailServer = await startMailServer()
    onTestFinished(() => mailServer.stop())
    const { app, admin, variables } = await startServer(database)
    await app.signUp(email, password)
    const { mails } = await admin('mail list')
    expect(mails).toMatchObject([{ recipient: email, tries: 0 }])
    expect(JSON.stringify(mails)).not.toContain('http')
    const { id } = await app.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
    await app.db.updateTable('mails').set({ next_try_at: 9e15 }).execute()
    expect(await admin(`mail retry ${id}`)).toEqual({ count: 1 })
    const [row] = await app.db.selectFrom('mails').select('next_try_at').execute()
    expect(row?.next_try_at).toBeLessThan(Date.now() + 1)
    expect(await run('mail retry x', variables)).toMatchObject({ code: 1 })
    expect(await admin('mail test bob@example.com')).toMatchObject({ isSent: false })
    expect(readdirSync(join(variables.DATA_DIR, 'outbox'))).toHaveLength(1)
    const smtp = { ...variables, ...mailServer.environment }
    expect(await run('mail test bob@example.com', smtp)).toMatchObject({ code: 0 })
    expect(mailServer.mails.map(({ recipients }) => recipients)).toEqual([['bob@example.com']])
    expect((await run('check', smtp)).out).toContain('mail server  ok')
    const wrong = { ...smtp, SMTP_URL: 'smtp://127.0.0.1:9' }
    const failed = await run('mail test bob@example.com', wrong)
    expect(failed).toMatchObject({ code: 1 })
    expect(failed.err).toContain('ESOCKET')
  })

  test('shows counts, and checks the server', async () => {
    const { app, admin, variables } = await startServer(database)
    const ada = await app.signUp(email, password)
    await ada.makePrompt('Poem')
    expect(await admin('stats')).toMatchObject({ accounts: 1, prompts: 1, blocked: 0, mails: 1 })
    expect(await admin('check')).toMatchObject({ ok: true })
    expect(await admin('check --quick')).toMatchObject({ ok: true })
    const { out } = await run('check', variables)
    expect(out).toMatch(/^mail server +not set up \(SMTP_URL\)$/m)
    expect(out).toMatch(
      /^backups +not (?:scheduled \(BACKUP_EVERY\)|made by the server: use pg_dump)$/m,
    )
    expect(out).toMatch(/^disk +ok: \d+(?:\.\d)? [GT]B are free$/m)
    const open = await run('check --quick', { ...variables, BASE_URL: 'https://shelf.example.com' })
    expect(open).toMatchObject({ code: 1 })
    expect(open.out).toMatch(/pages +failed: have placeholders to fill in .*imprint/)
    const wrong = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'shelf@example.com' }
    const unreachable = await run('check', { ...variables, ...wrong })
    expect(unreachable).toMatchObject({ code: 1 })
    expect(unreachable.out).toContain('mail server  failed')
    await app.db
      .updateTable('mails')
      .set({ created_at: Date.now() - 20 * 60_000 })
      .execute()
    const late = await run('check', variables)
    expect(late).toMatchObject({ code: 1, err: '' })
    expect(late.out).toContain('mails        failed: one has waited for 20 minutes')
  })

  test('checks the age of backups if the server makes them', async () => {
    if (database.name !== 'SQLite') return
    const { app, variables, directory } = await startServer(database)
    await app.signUp(email, password)
    const backups = join(directory, 'backups')
    const backing = { ...variables, BACKUP_EVERY: '1h', BACKUP_DIR: backups }
    expect((await run('check --quick', backing)).out).toContain(
      'backups      failed: there is none',
    )
    mkdirSync(backups)
    const at = (hours: number) => new Date(Date.now() - hours * 60 * 60_000)
    writeFileSync(join(backups, nameBackup(at(3), false)), '')
    expect(await run('check --quick', backing)).toMatchObject({ code: 1 })
    writeFileSync(join(backups, nameBackup(at(1), false)), '')
    expect(await run('check --quick', backing)).toMatchObject({ code: 0 })
    expect((await run('stats', backing)).out).toContain('last backup               20')
  })

  test('rotates the key of secrets', async () => {
    const old = key('k1', 1)
    const { app, variables } = await startServer(database, { SECRETS_KEY: old })
    const ada = await app.signUp(email, password)
    const connection = { name: 'Mine', dialect: 'openai' as const, key: 'sk-secret', models: [] }
    await ada.call(calls.createConnection, { ...connection, baseUrl: 'https://m.example/v1' })
    const rotate = (keys: string) =>
      run('secrets rotate --json', { ...variables, SECRETS_KEY: keys })
    expect(JSON.parse((await rotate(`${key('k2', 2)},${old}`)).out)).toEqual({
      key: 'k2',
      resealed: 1,
      left: 0,
    })
    const { sealed_key } = await app.db
      .selectFrom('connections')
      .select('sealed_key')
      .executeTakeFirstOrThrow()
    expect(sealed_key).toMatch(/^k2\./)
    expect(JSON.parse((await rotate(key('k3', 3))).out)).toEqual({
      key: 'k3',
      resealed: 0,
      left: 1,
    })
  })
})
