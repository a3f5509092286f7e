import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import mailTexts from '#languages/en/mails.json' with { type: 'json' }
import { calls } from '#contract/calls.ts'
import type { AccountNo } from '#server/db/owner.ts'
import { databases } from '#tests/support/databases.ts'
import { addApp, addPasskey } from '#tests/support/clients/second-factors.ts'
import { mailedSubjects, mailedToken } from '#tests/support/mailed-links.ts'
import { run, runProgram, startServer, kindsByOperator } from '#tests/support/clients/admin.ts'

const email = 'ada@example.com'
const password = 'correct horse'
const day = 24 * 60 * 60_000

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

  test('mails links if there is a mail server, and shows none', async () => {
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
    // The newer link replaces the older one.
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

  test('blocks an account while the server runs, and unblocks it', async () => {
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
    expect(((await admin(`access list ${email}`))['access'] as object[]).length).toBe(2)
    await admin(`access end ${email} ${one.id}`)
    const wrong = [401, 'token_invalid']
    expect(await app.program(one.token).failure(calls.listPrompts, {})).toEqual(wrong)
    expect(await run(`access end ${email} ${one.id}`, variables)).toMatchObject({ code: 1 })
    await admin(`user end-sessions ${email} --keep-tokens`)
    expect(await ada.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
    await app.program(two.token).call(calls.listPrompts, {})
    await admin(`user end-sessions ${email}`)
    expect(await app.program(two.token).failure(calls.listPrompts, {})).toEqual(wrong)
    await ada.signIn(email, password)
    // Counted in one entry per hour.
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
    expect((await run(`access list ${email}`, variables)).out).toContain('App?[31m')
    await admin(`access end ${email} ${one}`)
    expect(await run(`access end ${email} ${one}`, variables)).toMatchObject({ code: 1 })
    expect(await admin(`access list ${email}`)).toMatchObject({
      access: [{ kind: 'app', id: two }],
    })
    expect(await kindsByOperator(ada)).toEqual(['app_ended'])
    await admin(`user end-sessions ${email}`)
    expect(await admin(`access list ${email}`)).toEqual({ access: [] })
  })

  test('writes all data of an account to a private file, and the user can see that', async () => {
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

  test('deletes an account only after confirmation', async () => {
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
    // As a program, with nothing else to keep it running.
    const { stdout } = await runProgram(['user', 'delete', 'bob@example.com', '--yes'], variables)
    expect(stdout).toBe('bob@example.com is deleted, with everything in it.\n')
    for (const table of ['users', 'libraries', 'prompts', 'prompt_search', 'activity'] as const) {
      expect([table, await app.db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    }
  })
})
