import { describe, expect } from 'vitest'
import mails from '#languages/en/mails.json' with { type: 'json' }
import { calls } from '#contract/calls.ts'
import { spendStep } from '#server/accounts/factors/factors.queries.ts'
import { findAccount } from '#server/operate/admin/find-account.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, readEverything, type TestApp } from '#tests/support/library-test.ts'
import { addApp, addPasskey, nextCode, toApp } from '#tests/support/clients/second-factors.ts'
import { mailedSubjects } from '#tests/support/mailed-links.ts'
import type { ApiUser } from '#tests/support/api-user.ts'

const minutes = 60_000
const email = 'ada@example.com'
const password = 'correct horse'
const needed = [403, 'second_factor_needed']
const wrong = [400, 'code_wrong']

/** A visitor who has entered the password of an account with a factor. */
async function enterPassword(app: TestApp): Promise<ApiUser> {
  const visitor = app.visitor()
  expect(await visitor.failure(calls.login, { email, password })).toEqual(needed)
  return visitor
}

async function kindsOf(user: ApiUser): Promise<string[]> {
  const { activity } = await user.call(calls.listActivity, {})
  return activity.map(({ kind }) => kind)
}

describe.each(databases)('An authenticator app on $name', (database) => {
  const it = libraryTest(database)

  it('counts only once the recovery codes are confirmed, and is then required', async ({ app }) => {
    const ada = await app.signUp(email, password)
    const { secret, uri } = await ada.call(calls.beginTotp, {})
    expect(uri).toBe(
      `otpauth://totp/Promptshelf%3Aada%40example.com?secret=${secret}&issuer=Promptshelf`,
    )
    const device = toApp(app, secret)
    const { recoveryCodes } = await ada.call(calls.confirmTotp, { code: device.code() })
    expect(recoveryCodes).toHaveLength(10)
    expect(await ada.call(calls.listFactors, {})).toMatchObject({
      app: { isActive: false },
      needsCodes: true,
      codesLeft: 0,
    })
    // Nothing has changed yet, and no notice was sent.
    const desk = app.visitor()
    await desk.signIn(email, password)
    expect(await mailedSubjects(app, email)).not.toContain(mails.notice.totp_added.subject)

    await ada.call(calls.confirmRecoveryCodes, {})
    expect(await ada.call(calls.listFactors, {})).toMatchObject({
      app: { isActive: true },
      needsCodes: false,
      codesLeft: 10,
    })
    expect(await desk.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
    expect(await kindsOf(ada)).toContain('totp_added')
    expect(await mailedSubjects(app, email)).toContain(mails.notice.totp_added.subject)
    nextCode(app)
    const phone = await enterPassword(app)
    expect(await phone.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
    expect(await phone.call(calls.getPendingLogin, {})).toEqual({ proofs: ['code', 'recovery'] })
    await phone.call(calls.signInWithCode, { code: device.code() })
    await phone.call(calls.getProfile, {})
  })

  it('can only be added with its first code, within half an hour', async ({ app }) => {
    const ada = await app.signUp(email, password)
    expect(await ada.failure(calls.confirmTotp, { code: '123456' })).toEqual([400, 'totp_expired'])
    const { secret } = await ada.call(calls.beginTotp, {})
    const device = toApp(app, secret)
    for (const code of ['000000', `${device.code()}0`, 'ABCDE-FGHJK']) {
      expect(await ada.failure(calls.confirmTotp, { code })).toEqual(wrong)
    }
    app.clock.now += 30 * minutes
    await ada.call(calls.proveSession, { password })
    expect(await ada.failure(calls.confirmTotp, { code: device.code() })).toEqual([
      400,
      'totp_expired',
    ])
  })

  it('does not accept the code that added it for a login', async ({ app }) => {
    const ada = await app.signUp(email, password)
    const { secret } = await ada.call(calls.beginTotp, {})
    const code = toApp(app, secret).code()
    await ada.call(calls.confirmTotp, { code })
    await ada.call(calls.confirmRecoveryCodes, {})
    const visitor = await enterPassword(app)
    expect(await visitor.failure(calls.signInWithCode, { code })).toEqual(wrong)
  })

  it('accepts a code once, even in two concurrent requests', async ({ app }) => {
    const ada = await app.signUp(email, password)
    const { code } = await addApp(app, ada)
    const visitors = [await enterPassword(app), await enterPassword(app)]
    const used = code()
    const answers = await Promise.all(
      visitors.map(
        async (visitor) => (await visitor.send(calls.signInWithCode, { code: used })).statusCode,
      ),
    )
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 400])
    const late = await enterPassword(app)
    expect(await late.failure(calls.signInWithCode, { code: used })).toEqual(wrong)
    expect(await ada.failure(calls.proveSession, { code: used })).toEqual(wrong)
    nextCode(app)
    await late.call(calls.signInWithCode, { code: code() })
  })

  it('accepts a step once, even if concurrent requests read it at the same time', async ({
    app,
  }) => {
    const ada = await app.signUp(email, password)
    await addApp(app, ada)
    const owner = await findAccount(app.db, email)
    if (owner === undefined) throw new Error('There is no account.')
    const { last_step } = await app.db
      .selectFrom('totp_secrets')
      .select('last_step')
      .executeTakeFirstOrThrow()
    const spend = (step: number) => spendStep(app.db, owner, step)
    const spent = await Promise.all([spend(last_step + 2), spend(last_step + 2)])
    expect(spent.toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true])
    expect([await spend(last_step + 1), await spend(last_step + 3)]).toEqual([false, true])
  })

  it('replaces the previous one when confirmed, not before', async ({ app }) => {
    const ada = await app.signUp(email, password)
    const former = await addApp(app, ada)
    const { secret } = await ada.call(calls.beginTotp, {})
    const next = toApp(app, secret)
    await ada.call(calls.proveSession, { code: former.code() })
    nextCode(app)
    expect(await ada.call(calls.confirmTotp, { code: next.code() })).toEqual({
      status: 'success',
      recoveryCodes: null,
    })
    nextCode(app)
    const visitor = await enterPassword(app)
    expect(await visitor.failure(calls.signInWithCode, { code: former.code() })).toEqual(wrong)
    await visitor.call(calls.signInWithCode, { code: next.code() })
  })

  it('has its secret sealed, bound to the account', async ({ app }) => {
    const ada = await app.signUp(email, password)
    const bob = await app.signUp('bob@example.com', password)
    const { secret, code, codes } = await addApp(app, ada)
    await addApp(app, bob)
    const everything = await readEverything(app)
    for (const one of [secret, ...codes, ...codes.map((text) => text.replace('-', ''))]) {
      expect(everything).not.toContain(one)
    }
    const [hers, his] = await app.db
      .selectFrom('totp_secrets')
      .selectAll()
      .orderBy('owner_no')
      .execute()
    await app.db
      .updateTable('totp_secrets')
      .set({ sealed_secret: hers?.sealed_secret ?? '' })
      .where('owner_no', '=', his?.owner_no ?? 0)
      .execute()
    expect(await bob.failure(calls.proveSession, { code: code() })).toEqual([503, 'totp_off'])
  })

  it('can be removed, and then nothing more is required', async ({ app }) => {
    const ada = await app.signUp(email, password)
    await addApp(app, ada)
    const waiting = await enterPassword(app)
    await ada.call(calls.removeTotp, {})
    expect(await ada.call(calls.listFactors, {})).toMatchObject({ app: null, codesLeft: 0 })
    expect(await waiting.failure(calls.getPendingLogin, {})).toEqual([400, 'sign_in_expired'])
    expect(await ada.failure(calls.removeTotp, {})).toEqual([409, 'factor_missing'])
    await app.visitor().signIn(email, password)
    expect(await kindsOf(ada)).toContain('totp_removed')
  })
})

describe.each(databases)('Recovery codes on $name', (database) => {
  const it = libraryTest(database)

  it('replace a factor once each, as typed, and a notice shows how many are left', async ({
    app,
  }) => {
    const ada = await app.signUp(email, password)
    const { codes } = await addApp(app, ada)
    const [first = '', second = ''] = codes
    const visitors = [await enterPassword(app), await enterPassword(app)]
    const answers = await Promise.all(
      visitors.map(
        async (visitor) => (await visitor.send(calls.signInWithCode, { code: first })).statusCode,
      ),
    )
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 400])
    await ada.call(calls.proveSession, { code: second.toLowerCase().replace('-', ' ') })
    expect(await ada.failure(calls.proveSession, { code: second })).toEqual(wrong)
    expect((await ada.call(calls.listFactors, {})).codesLeft).toBe(8)
    const queued = await app.db.selectFrom('mails').selectAll().orderBy('id').execute()
    const { subject: used } = mails.notice.recovery_code_used
    const told = queued.filter(({ subject }) => subject === used)
    expect(told.map(({ plain_text }) => /\b\d\b/.exec(plain_text)?.[0])).toEqual(['9', '8'])
    expect((await kindsOf(ada)).filter((kind) => kind === 'recovery_code_used')).toHaveLength(2)
  })

  it('are replaced when the new ones are confirmed, not when they are shown', async ({ app }) => {
    const ada = await app.signUp(email, password)
    const { codes } = await addApp(app, ada)
    const [first = '', second = ''] = codes
    const lost = await ada.call(calls.renewRecoveryCodes, {})
    const { recoveryCodes } = await ada.call(calls.renewRecoveryCodes, {})
    await ada.call(calls.proveSession, { code: first })
    expect(await ada.failure(calls.proveSession, { code: recoveryCodes[0] ?? '' })).toEqual(wrong)
    await ada.call(calls.confirmRecoveryCodes, {})
    // A repeated request changes nothing.
    await ada.call(calls.confirmRecoveryCodes, {})
    for (const code of [second, lost.recoveryCodes[0] ?? '']) {
      expect(await ada.failure(calls.proveSession, { code })).toEqual(wrong)
    }
    await ada.call(calls.proveSession, { code: recoveryCodes[0] ?? '' })
    expect((await ada.call(calls.listFactors, {})).codesLeft).toBe(9)
    expect((await kindsOf(ada)).filter((kind) => kind === 'recovery_codes_renewed')).toHaveLength(1)
  })

  it('are only for accounts with a factor', async ({ app }) => {
    const ada = await app.signUp(email, password)
    for (const call of [calls.renewRecoveryCodes, calls.confirmRecoveryCodes]) {
      expect(await ada.failure(call, {})).toEqual([409, 'factor_missing'])
    }
    expect(await ada.failure(calls.proveSession, { code: '00000-00000' })).toEqual(wrong)
  })
})

describe.each(databases)('A login that waits for a second factor on $name', (database) => {
  const it = libraryTest(database)

  it('ends after five minutes, and is bound to its browser', async ({ app }) => {
    const ada = await app.signUp(email, password)
    const { code } = await addApp(app, ada)
    const expired = [400, 'sign_in_expired']
    expect(await app.visitor().failure(calls.signInWithCode, { code: code() })).toEqual(expired)
    const visitor = await enterPassword(app)
    app.clock.now += 5 * minutes
    expect(await visitor.failure(calls.getPendingLogin, {})).toEqual(expired)
    expect(await visitor.failure(calls.signInWithCode, { code: code() })).toEqual(expired)
    app.clock.now -= 1
    await visitor.call(calls.signInWithCode, { code: code() })
    expect(visitor.cookies.has('pending-login')).toBe(false)
  })

  it('is not a session for any call', async ({ app }) => {
    const ada = await app.signUp(email, password)
    await addApp(app, ada)
    const visitor = await enterPassword(app)
    const pending = visitor.cookies.get('pending-login') ?? ''
    visitor.cookies.set('session', pending)
    for (const call of [calls.getProfile, calls.listPrompts, calls.listFactors]) {
      expect(await visitor.failure(call, {})).toEqual([401, 'not_logged_in'])
    }
    expect(await visitor.call(calls.checkLogin, {})).toMatchObject({ isLoggedIn: false })
  })

  it('ends with a new password, set in the profile or by mail', async ({ app }) => {
    const ada = await app.signUp(email, password)
    const { code } = await addApp(app, ada)
    const visitor = await enterPassword(app)
    const change = { password, newPassword: 'a new horse', confirmPassword: 'a new horse' }
    await ada.call(calls.updateProfile, change)
    expect(await visitor.failure(calls.signInWithCode, { code: code() })).toEqual([
      400,
      'sign_in_expired',
    ])
  })

  it('ends with every change of factors', async ({ app }) => {
    const ada = await app.signUp(email, password)
    await addApp(app, ada)
    for (const change of [
      () => addPasskey(ada),
      async () => {
        const [passkey] = (await ada.call(calls.listFactors, {})).passkeys
        await ada.call(calls.removePasskey, { passkeyId: passkey?.id ?? '' })
      },
    ]) {
      const visitor = await enterPassword(app)
      await change()
      expect(await visitor.failure(calls.getPendingLogin, {})).toEqual([400, 'sign_in_expired'])
    }
  })
})

describe.each(databases)('Before the password is right, on $name', (database) => {
  const it = libraryTest(database)

  it('nothing reveals whether an account has factors', async ({ app }) => {
    await addApp(app, await app.signUp(email, password))
    await app.signUp('bob@example.com', password)
    const answers = []
    for (const address of [email, 'bob@example.com', 'nobody@example.com']) {
      const visitor = app.visitor()
      const { statusCode, body } = await visitor.send(calls.login, {
        email: address,
        password: 'wrong horse',
      })
      answers.push([statusCode, body, visitor.cookies.size])
    }
    const [first] = answers
    expect(first?.[0]).toBe(400)
    expect(answers).toEqual([first, first, first])
  })
})

describe.each(databases)('Guessing codes on $name', (database) => {
  const it = libraryTest(database, { RATE_LIMITS: 'on' })

  it('is possible five times, then once a minute, in all browsers together', async ({ app }) => {
    const ada = await app.signUp(email, password)
    const { code } = await addApp(app, ada)
    const visitor = await enterPassword(app)
    const other = await enterPassword(app)
    // A right one does not count.
    await ada.call(calls.proveSession, { code: code() })
    nextCode(app)
    const tries = []
    for (const one of [visitor, other, ada, visitor, other, ada, visitor]) {
      const call = one === ada ? calls.proveSession : calls.signInWithCode
      tries.push((await one.send(call, { code: '000000' })).statusCode)
    }
    expect(tries).toEqual([400, 400, 400, 400, 400, 429, 429])
    expect((await visitor.send(calls.signInWithCode, { code: code() })).statusCode).toBe(429)
    app.clock.now += minutes
    await visitor.call(calls.signInWithCode, { code: code() })
    const { activity } = await visitor.call(calls.listActivity, {})
    expect(activity.find(({ kind }) => kind === 'code_failed')).toMatchObject({ count: 5 })
    // Anyone who can enter codes knows the password. One mail a day reports this.
    const subjects = await mailedSubjects(app, email)
    expect(subjects.filter((one) => one === mails.notice.codes_guessed.subject)).toHaveLength(1)
  })
})
