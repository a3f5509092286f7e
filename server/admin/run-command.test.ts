import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import mailTexts from '#languages/en/mails.json' with { type: 'json' }
import { calls } from '#contract/calls.ts'
import type { ActivityKind } from '#contract/accounts/activity.ts'
import { nameBackup } from '#server/backup/backup-files.rules.ts'
import type { AccountNo } from '#server/db/owner.ts'
import { commands, runCommand } from '#server/admin/run-command.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases, type DatabaseKind } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { addApp, addPasskey } from '#tests/support/clients/second-factors.ts'
import { mailedSubjects, mailedToken } from '#tests/support/mailed-links.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const email = 'ada@example.com'
const password = 'correct horse'
const day = 24 * 60 * 60_000
const key = (name: string, byte: number) => `${name}:${Buffer.alloc(32, byte).toString('base64')}`

type Environment = Record<string, string>
type Outcome = { code: number; out: string; err: string }

/** A command line that nobody sits at, unless there is an answer to its question. */
async function run(line: string, environment: Environment, answer?: string): Promise<Outcome> {
  const outcome = { out: '', err: '' }
  const code = await runCommand(line.split(' ').filter(Boolean), environment, {
    out: (text) => void (outcome.out += text),
    err: (text) => void (outcome.err += text),
    ask:
      answer === undefined
        ? undefined
        : async (question) => {
            outcome.err += question
            return answer
          },
  })
  return { code, ...outcome }
}

/** Rejects with the exit code as `code`, unless that is 0. */
function runProgram(args: string[], environment: Environment) {
  const program = join(import.meta.dirname, '../admin.ts')
  const env = { PATH: process.env['PATH'], ...environment }
  return promisify(execFile)(process.execPath, [program, ...args], { env })
}

/** A running server, and the environment of a command line on its machine. */
async function startServer(database: DatabaseKind, environment: Environment = {}) {
  const app = await makeTestApp(database, { environment })
  onTestFinished(app.close)
  const directory = makeScratchDirectory('admin')
  onTestFinished(() => rmSync(directory, { recursive: true }))
  if (app.location.kind === 'sqlite') {
    symlinkSync(app.location.file, join(directory, 'promptshelf.sqlite'))
  }
  const variables = {
    DATA_DIR: directory,
    ...(app.location.kind === 'postgres' && { DATABASE_URL: app.location.url }),
    ...environment,
  }
  /** Fails unless the command does its work. */
  const admin = async (line: string) => {
    const { code, out, err } = await run(`${line} --json`, variables)
    expect([line, code, err]).toEqual([line, 0, ''])
    return JSON.parse(out) as Record<string, unknown>
  }
  return { app, admin, variables, directory }
}

async function kindsByOperator(user: ApiUser): Promise<ActivityKind[]> {
  const { activity } = await user.call(calls.listActivity, {})
  return activity
    .filter(({ via, agent, network }) => via === 'operator' && agent === '' && network === '')
    .map(({ kind }) => kind)
}

describe.each(databases)('The command line of a server on $name', (database) => {
  test('creates an account whose user chooses the password', async () => {
    const { app, admin, variables } = await startServer(database, { REGISTRATION: 'closed' })
    // Without a mail server, it prints the link.
    const { link, id } = await admin(`user create ${email} --language de`)
    expect(link).toMatch(/^http:\/\/localhost:3000\/forgot-password\/reset\/[\w-]{43}$/)
    const token = String(link).slice(-43)
    const ada = app.visitor()
    expect(await ada.failure(calls.login, { email, password })).toEqual([400, 'password_wrong'])
    app.clock.now += 2 * day
    await ada.call(calls.resetPassword, { password, cPassword: password }, { token })
    await ada.signIn(email, password)
    expect(await ada.call(calls.getProfile, {})).toMatchObject({
      profile: { email },
      isEmailVerified: true,
      isSocialMedia: false,
      subDetails: { isActive: 1 },
    })
    expect(await kindsByOperator(ada)).toEqual(['account_created'])
    expect(await admin(`user show ${String(id)}`)).toMatchObject({ email, logsInBy: ['password'] })
    expect(await run(`user create ${email.toUpperCase()}`, variables)).toMatchObject({ code: 1 })
    expect(await run('user create nobody', variables)).toMatchObject({ code: 2 })
  })

  test('mails links where there is a mail server, and shows none', async () => {
    const { app, variables } = await startServer(database)
    const mailing = { ...variables, SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.com' }
    const created = await run(`user create ${email}`, mailing)
    expect(created).toMatchObject({ code: 0, err: '' })
    expect(created.out).not.toContain('http')
    const first = await mailedToken(app, 'reset')
    expect((await run(`user reset-link ${email} --json`, mailing)).out).toBe(
      `{"email":"${email}","link":null}\n`,
    )
    expect(await mailedSubjects(app, email)).toEqual([
      'Your Promptshelf account',
      'Reset your password',
    ])
    // The newer link takes the place of the older one.
    const words = { password, cPassword: password }
    const visitor = app.visitor()
    expect(await visitor.failure(calls.resetPassword, words, { token: first })).toEqual([
      400,
      'link_invalid',
    ])
    const token = await mailedToken(app, 'reset')
    await visitor.call(calls.resetPassword, words, { token })
    await visitor.signIn(email, password)
    expect((await kindsByOperator(visitor)).toSorted()).toEqual([
      'account_created',
      'reset_link_created',
    ])
    const printed = await run(`user reset-link ${email} --link`, mailing)
    expect(printed.out).toMatch(/\/forgot-password\/reset\/[\w-]{43}\n$/)
    expect(await mailedSubjects(app, email)).toHaveLength(3)
  })

  test('blocks an account beside the running server, and opens it again', async () => {
    const { app, admin, variables } = await startServer(database)
    const ada = await app.signUp(email, password)
    const promptId = await ada.makePrompt('Poem')
    await ada.call(calls.togglePromptPublic, { promptId })
    const shared = { url: `/api/prompts/shared?promptId=${promptId}` }
    expect((await app.server.inject(shared)).statusCode).toBe(200)
    expect(await admin(`user disable ${email}`)).toEqual({ email, changed: true })
    expect(await admin(`user disable ${email}`)).toEqual({ email, changed: false })
    expect((await app.server.inject(shared)).statusCode).toBe(404)
    expect(await ada.failure(calls.listPrompts, {})).toEqual([401, 'not_logged_in'])
    expect(await ada.failure(calls.login, { email, password })).toEqual([403, 'account_blocked'])
    expect((await admin('user list --blocked'))['users']).toMatchObject([{ email }])
    expect(await run(`user reset-link ${email}`, variables)).toMatchObject({
      code: 1,
      err: 'The account is blocked: user enable opens it.\n',
    })
    await admin(`user enable ${email}`)
    expect((await app.server.inject(shared)).statusCode).toBe(200)
    await ada.signIn(email, password)
    expect((await kindsByOperator(ada)).toSorted()).toEqual([
      'account_blocked',
      'account_unblocked',
    ])
  })

  test('lists, shows and verifies accounts', async () => {
    const { app, admin, variables } = await startServer(database)
    const ada = await app.signUp(email, password)
    await ada.makePrompt('Poem')
    await app.signUp('b%b@example.com', password)
    const { users, hasMore } = await admin('user list --limit 1')
    expect([users, hasMore]).toMatchObject([[{ email: 'b%b@example.com', prompts: 0 }], true])
    const found = await admin('user list --search %')
    expect(found).toMatchObject({ users: [{ email: 'b%b@example.com' }], hasMore: false })
    expect(await admin('user list --search ADA@')).toMatchObject({
      users: [{ email, prompts: 1, isVerified: false, blockedAt: null }],
    })
    const shown = await run(`user show ${email}`, variables)
    expect(shown.out).toMatch(/^prompts +1$/m)
    expect(shown.out + JSON.stringify(await admin(`user show ${email}`))).not.toContain('argon2')
    expect(await admin(`user verify-email ${email}`)).toMatchObject({ changed: true })
    expect(await admin(`user verify-email ${email}`)).toMatchObject({ changed: false })
    expect(await ada.call(calls.getProfile, {})).toMatchObject({ isEmailVerified: true })
    expect(await kindsByOperator(ada)).toEqual(['email_verified'])
    const { mailbox_owned_at } = await app.db
      .selectFrom('users')
      .select('mailbox_owned_at')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(mailbox_owned_at).toBeNull()
    const none = await run('user show nobody@example.com', variables)
    expect(none).toMatchObject({ code: 1, err: 'There is no account "nobody@example.com".\n' })
  })

  test('resets second factors after a day, and shows them', async () => {
    const { app, admin, variables } = await startServer(database)
    const ada = await app.signUp(email, password)
    expect(await run(`user reset-second-factor ${email}`, variables)).toMatchObject({
      code: 1,
      err: `${email} has no second factor.\n`,
    })
    await addApp(app, ada)
    await addPasskey(ada)
    expect(await admin(`user show ${email}`)).toMatchObject({
      logsInBy: ['password', 'passkey'],
      passkeys: 1,
      hasAuthenticatorApp: true,
      recoveryCodes: 10,
      factorsResetAt: null,
    })
    const { resetAt } = await admin(`user reset-second-factor ${email}`)
    expect(Date.parse(String(resetAt)) - Date.now()).toBeGreaterThan(day - 60_000)
    expect(await admin(`user show ${email}`)).toMatchObject({ factorsResetAt: resetAt })
    const shown = await run(`user show ${email}`, variables)
    expect(shown.out).toContain('1 passkeys, authenticator app, 10 recovery codes')
    expect(await kindsByOperator(ada)).toEqual(['factor_reset_begun'])
    expect(await mailedSubjects(app, email)).toContain(mailTexts.factorReset.subject)
  })

  test('ends sessions and tokens', async () => {
    const { app, admin, variables } = await startServer(database)
    const ada = await app.signUp(email, password)
    const make = (name: string) =>
      ada.call(calls.createToken, { name, scopes: ['library:read' as const] })
    const [one, two] = [await make('One'), await make('Two')]
    expect(((await admin(`token list ${email}`))['tokens'] as object[]).length).toBe(2)
    await admin(`token revoke ${email} ${one.id}`)
    const wrong = [401, 'token_invalid']
    expect(await app.program(one.token).failure(calls.listPrompts, {})).toEqual(wrong)
    expect(await run(`token revoke ${email} ${one.id}`, variables)).toMatchObject({ code: 1 })
    await admin(`user end-sessions ${email} --keep-tokens`)
    expect(await ada.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
    await app.program(two.token).call(calls.listPrompts, {})
    await admin(`user end-sessions ${email}`)
    expect(await app.program(two.token).failure(calls.listPrompts, {})).toEqual(wrong)
    await ada.signIn(email, password)
    // Counted in one entry by the hour.
    expect((await kindsByOperator(ada)).toSorted()).toEqual(['sessions_ended', 'token_ended'])
  })

  test('shows and ends apps', async () => {
    const { app, admin, variables } = await startServer(database)
    const ada = await app.signUp(email, password)
    const [one, two] = [randomUUID(), randomUUID()]
    const connect = (id: string) =>
      app.db
        .insertInto('apps')
        .values({
          owner_no: 1 as AccountNo,
          id,
          client_id: `https://${id}.example/client.json`,
          host: `${id}.example`,
          name: 'App\u001b[31m',
          scopes: 'library:read',
          root: null,
          created_at: Date.now(),
          expires_at: Date.now() + day,
          renewal_days: null,
        })
        .execute()
    await connect(one)
    await connect(two)
    expect(await admin(`user show ${email}`)).toMatchObject({ apps: 2, tokens: 0 })
    expect(await admin('stats')).toMatchObject({ apps: 2 })
    expect((await run(`app list ${email}`, variables)).out).toContain('App?[31m')
    await admin(`app end ${email} ${one}`)
    expect(await run(`app end ${email} ${one}`, variables)).toMatchObject({ code: 1 })
    expect(await admin(`app list ${email}`)).toMatchObject({ apps: [{ id: two }] })
    expect(await kindsByOperator(ada)).toEqual(['app_ended'])
    await admin(`user end-sessions ${email}`)
    expect(await admin(`app list ${email}`)).toEqual({ apps: [] })
  })

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
    expect([subDetails?.isActive, subDetails?.expireAt?.slice(0, 10)]).toEqual([1, until])
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
    // The user can end it, as any plan.
    await ada.call(calls.unsubscribe, {})
    expect((await ada.call(calls.getProfile, {})).subDetails).toMatchObject({ isActive: 0 })
  })

  test('ends a plan that the user pays for only if told to', async () => {
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

  test('writes all data of an account to a private file, and the user sees it', async () => {
    const { app, admin, variables, directory } = await startServer(database)
    const ada = await app.signUp(email, password)
    await ada.makePrompt('Poem')
    const file = join(directory, 'ada.json')
    await admin(`user export ${email} ${file}`)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ prompts: [{ name: 'Poem' }] })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await run(`user export ${email} ${file}`, variables)).toMatchObject({ code: 1 })
    const { code, out } = await run(`user export ${email}`, variables)
    expect([code, JSON.parse(out)]).toMatchObject([0, { account: { email } }])
    expect(await kindsByOperator(ada)).toContain('account_downloaded')
  })

  test('deletes an account only with a yes', async () => {
    const { app, variables } = await startServer(database)
    const ada = await app.signUp(email, password)
    await ada.makePrompt('Poem')
    await app.signUp('bob@example.com', password)
    expect(await run(`user delete ${email}`, variables)).toMatchObject({ code: 2 })
    const asked = await run(`user delete ${email}`, variables, 'bob@example.com')
    expect(asked).toMatchObject({ code: 1 })
    expect(asked.err).toContain(`Delete ${email} with 1 prompts and 0 folders for good?`)
    await ada.call(calls.getProfile, {})
    expect(await run(`user delete ${email}`, variables, ` ${email.toUpperCase()}`)).toMatchObject({
      code: 0,
    })
    // As a program, with nothing else that keeps it running.
    const { stdout } = await runProgram(['user', 'delete', 'bob@example.com', '--yes'], variables)
    expect(stdout).toBe('bob@example.com is deleted, with everything in it.\n')
    for (const table of ['users', 'libraries', 'prompts', 'prompt_search', 'activity'] as const) {
      expect([table, await app.db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    }
  })

  test('tests mail, and shows and retries unsent ones without their texts', async () => {
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

  test('counts, and checks the server', async () => {
    const { app, admin, variables } = await startServer(database)
    const ada = await app.signUp(email, password)
    await ada.makePrompt('Poem')
    expect(await admin('stats')).toMatchObject({ accounts: 1, prompts: 1, blocked: 0, mails: 1 })
    expect(await admin('check')).toMatchObject({ ok: true })
    expect(await admin('check --quick')).toMatchObject({ ok: true })
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

  test('checks the age of backups where the server makes them', async () => {
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

describe('A command line', () => {
  const variables = { DATA_DIR: makeScratchDirectory('admin') }

  test('that is wrong changes nothing, says what is wrong, and ends with 2', async () => {
    for (const [line, complaint] of [
      ['usr list', 'There is no command "usr".'],
      ['user', 'user needs one of: list, show,'],
      ['user remove', 'There is no command "user remove", but list, show,'],
      ['user show', 'user show needs USER.'],
      ['user show a b', 'user show takes no "b".'],
      ['user list --all', "user list: Unknown option '--all'."],
      ['user list --limit', "user list: Option '--limit <value>' argument missing."],
      ['help usr', 'There is no command "usr".'],
      ['database copy', 'database copy needs TARGET.'],
      ['database copy mysql://db/shelf', 'a postgres:// address, or the path of a file'],
      ['database copy postgres://u:p@db.example.com/shelf', 'sslmode=verify-full'],
    ] as const) {
      const { code, out, err } = await run(line, variables)
      expect([line, code, out]).toEqual([line, 2, ''])
      expect(err).toContain(complaint)
    }
    const { err } = await run('user show --json', variables)
    expect(JSON.parse(err)).toEqual({ error: { message: 'user show needs USER.' } })
  })

  test('is a program for plain Node', async () => {
    const given = (args: string[]) => runProgram(args, variables)
    expect((await given(['help'])).stdout).toContain('Usage: promptshelf-admin COMMAND')
    await expect(given(['user', 'show'])).rejects.toMatchObject({ code: 2, stdout: '' })
    await expect(given(['check', '--quick'])).rejects.toMatchObject({ code: 1, stderr: '' })
  })

  test('has help for each command, in lines of a terminal', async () => {
    const { code, out } = await run('help', variables)
    expect(code).toBe(0)
    for (const command of commands) {
      expect(out).toContain(command.name)
      const page = await run(`help ${command.name}`, variables)
      expect(page).toEqual(await run(`${command.name} --help`, variables))
      expect(page.out).toContain(command.summary)
      for (const option of Object.keys(command.options)) expect(page.out).toContain(`--${option}`)
      const lines = [...out.split('\n'), ...page.out.split('\n')]
      expect(lines.filter((line) => line.length > 80)).toEqual([])
    }
  })

  test('neither makes nor upgrades a database', async () => {
    const missing = await run('user list', variables)
    expect(missing).toMatchObject({ code: 1 })
    expect(missing.err).toContain('There is no database at')
    expect(await run('check', variables)).toMatchObject({ code: 1 })
    expect(readdirSync(variables.DATA_DIR)).toEqual([])
    for (const database of databases) {
      const { location, drop } = await database.make('empty')
      onTestFinished(drop)
      const place = join(variables.DATA_DIR, database.name)
      mkdirSync(place)
      if (location.kind === 'sqlite') symlinkSync(location.file, join(place, 'promptshelf.sqlite'))
      const url = location.kind === 'postgres' ? { DATABASE_URL: location.url } : {}
      const { code, err } = await run('user list', { DATA_DIR: place, ...url })
      expect([code, err]).toEqual([1, expect.stringMatching(/There is no database|it lacks 0001/)])
    }
  })

  test('shows control characters of others as question marks', async () => {
    const [database] = databases
    if (database === undefined) throw new Error('There is no database.')
    const { app, variables: ofServer } = await startServer(database)
    const hostile = 'a\u001B[2J\u202E@example.com'
    const ada = await app.signUp(hostile, password)
    await ada.makePrompt('Poem')
    const { out } = await run('user list', ofServer)
    expect(out).toContain('a?[2J?@example.com')
  })
})
