import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { holdLock } from '#tests/support/hold-lock.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'
import { mailedToken } from '#tests/support/mailed-links.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const minutes = 60_000
const hours = 60 * minutes
const invalid = [400, 'link_invalid']
const email = 'ada@example.com'
const newPasswords = { password: 'a new horse', cPassword: 'a new horse' }

describe.each(databases)('The link that verifies an address on $name', (database) => {
  const it = libraryTest(database)

  it('verifies it, logged in or not', async ({ app }) => {
    const ada = await app.signUp(email)
    expect((await ada.call(calls.getProfile, {})).isEmailVerified).toBe(false)
    await app.visitor().call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    expect((await ada.call(calls.getProfile, {})).isEmailVerified).toBe(true)
  })

  it('works once', async ({ app }) => {
    await app.signUp(email)
    const token = await mailedToken(app, 'verify-email')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.visitor().send(calls.verifyEmail, { token })),
    )
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
    expect(await app.visitor().failure(calls.verifyEmail, { token })).toEqual(invalid)
  })

  it('works for 24 hours', async ({ app }) => {
    await app.signUp(email)
    const token = await mailedToken(app, 'verify-email')
    app.clock.now += 24 * hours
    expect(await app.visitor().failure(calls.verifyEmail, { token })).toEqual(invalid)
    app.clock.now -= 1
    await app.visitor().call(calls.verifyEmail, { token })
  })

  it.for([
    ['none', {}],
    ['an empty one', { token: '' }],
    ['an unknown one', { token: 'x'.repeat(43) }],
    ['one of strange characters', { token: "' or 1=1 --" }],
    ['an overlong one', { token: 'x'.repeat(1_000) }],
    ['one that is not a string', { token: { $ne: '' } }],
  ] as const)('is refused with a token that is %s', async ([, input], { app }) => {
    await app.signUp(email)
    expect(await app.visitor().failure(calls.verifyEmail, input)).toEqual(invalid)
  })

  it('resets no password', async ({ app }) => {
    await app.signUp(email)
    const token = await mailedToken(app, 'verify-email')
    const stranger = app.visitor()
    expect(await stranger.failure(calls.getResetToken, {}, { token })).toEqual(invalid)
    expect(await stranger.failure(calls.resetPassword, newPasswords, { token })).toEqual(invalid)
    await stranger.call(calls.verifyEmail, { token })
  })

  it('is not stored when registering fails', async ({ app }) => {
    await app.signUp(email)
    const form = { email, password: 'another horse', cpassword: 'another horse' }
    expect(await app.visitor().failure(calls.register, form)).toEqual([409, 'email_taken'])
    expect(await app.db.selectFrom('mails').selectAll().execute()).toHaveLength(1)
    expect(await app.db.selectFrom('mailed_tokens').selectAll().execute()).toHaveLength(1)
  })
})

describe.each(databases)('The link that resets a password on $name', (database) => {
  const it = libraryTest(database)

  it('is mailed to the address of the account, not to one that only compares as equal', async ({
    app,
  }) => {
    await app.signUp('ada@kelvin.example')
    // The Kelvin sign, whose lower case is a k. As a separate domain, it may have another owner.
    await app.visitor().call(calls.sendResetLink, { email: 'ada@\u212Aelvin.example' })
    await mailedToken(app, 'reset')
    const mails = await app.db.selectFrom('mails').select('recipient').distinct().execute()
    expect(mails).toEqual([{ recipient: 'ada@kelvin.example' }])
  })

  it('shows its account, sets another password and verifies the address', async ({ app }) => {
    const ada = await app.signUp('Ada@Example.com')
    const visitor = app.visitor()
    const token = await askForReset(app, visitor, ' ada@EXAMPLE.com ')
    expect(await visitor.call(calls.getResetToken, {}, { token })).toEqual({
      userEmail: 'Ada@Example.com',
    })
    expect(await visitor.call(calls.resetPassword, newPasswords, { token })).toEqual({
      status: 'success',
      msg: 'Your password has been reset, sign in now.',
    })
    expect(await ada.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
    expect(await visitor.failure(calls.login, { email, password: 'correct horse' })).toEqual([
      400,
      'password_wrong',
    ])
    await visitor.signIn(email, 'a new horse')
    expect((await visitor.call(calls.getProfile, {})).isEmailVerified).toBe(true)
  })

  it('gets the same answer whether or not there is an account', async ({ app }) => {
    await app.signUp(email)
    const answers = await Promise.all(
      [email, 'nobody@example.com'].map((address) =>
        app.visitor().send(calls.sendResetLink, { email: address }),
      ),
    )
    const [known, unknown] = answers.map(({ statusCode, headers, body }) => ({
      statusCode,
      headers: { ...headers, date: '' },
      body,
    }))
    expect(known).toEqual(unknown)
    expect(JSON.parse(known?.body ?? '')).toEqual({
      status: 'success',
      msg: 'If this account exists, you will receive a link to reset your password.',
    })
    await mailedToken(app, 'reset')
    expect(await app.db.selectFrom('mails').selectAll().execute()).toHaveLength(2)
  })

  it('needs a valid address', async ({ app }) => {
    for (const input of [{}, { email: '' }, { email: 'ada' }, { email: 'ada@example' }]) {
      expect(await app.visitor().failure(calls.sendResetLink, input)).toEqual([
        400,
        'reset_email_invalid',
      ])
    }
  })

  it('is still sent when the server stops right after the answer', async ({ app }) => {
    await app.signUp(email)
    await app.visitor().call(calls.sendResetLink, { email })
    await app.stop()
    expect(await app.db.selectFrom('mails').selectAll().execute()).toHaveLength(2)
  })

  it('works once, even for concurrent requests', async ({ app }) => {
    await app.signUp(email)
    const token = await askForReset(app)
    const passwords = Array.from({ length: 20 }, (_, at) => `new horse ${at}`)
    const answers = await Promise.all(
      passwords.map((password) =>
        app.visitor().send(calls.resetPassword, { password, cPassword: password }, {}, { token }),
      ),
    )
    const won = answers.map((answer) => answer.statusCode === 200)
    expect(won.filter(Boolean)).toHaveLength(1)
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
      expect(answer.json()).toMatchObject({ code: 'link_invalid' })
    }
    await app.visitor().signIn(email, passwords[won.indexOf(true)] ?? '')
    expect(await app.visitor().failure(calls.getResetToken, {}, { token })).toEqual(invalid)
  })

  it('works for 30 minutes', async ({ app }) => {
    await app.signUp(email)
    const token = await askForReset(app)
    app.clock.now += 30 * minutes
    expect(await app.visitor().failure(calls.getResetToken, {}, { token })).toEqual(invalid)
    expect(await app.visitor().failure(calls.resetPassword, newPasswords, { token })).toEqual(
      invalid,
    )
    app.clock.now -= 1
    await app.visitor().call(calls.resetPassword, newPasswords, { token })
  })

  it("is invalidated by a newer one, but not by another account's", async ({ app }) => {
    await app.signUp(email)
    await app.signUp('bob@example.com')
    const his = await askForReset(app, app.visitor(), 'bob@example.com')
    const older = await askForReset(app)
    app.clock.now += 1
    const newer = await askForReset(app)
    expect(newer).not.toBe(older)
    expect(await app.visitor().failure(calls.getResetToken, {}, { token: older })).toEqual(invalid)
    await app.visitor().call(calls.getResetToken, {}, { token: newer })
    await app.visitor().call(calls.getResetToken, {}, { token: his })
  })

  it('is unique, even for concurrent requests', async ({ app }) => {
    await app.signUp(email)
    const asked = 10
    await Promise.all(
      Array.from({ length: asked }, () => app.visitor().call(calls.sendResetLink, { email })),
    )
    await waitFor(async () =>
      expect(await app.db.selectFrom('mails').selectAll().execute()).toHaveLength(1 + asked),
    )
    const tokens = await app.db
      .selectFrom('mailed_tokens')
      .selectAll()
      .where('purpose', '=', 'reset')
      .execute()
    expect(tokens).toHaveLength(1)
  })

  it('ends the sessions of its own account only', async ({ app }) => {
    const [desk, bob] = [await app.signUp(email), await app.signUp('bob@example.com')]
    const phone = app.visitor()
    await phone.signIn(email, 'correct horse')
    const token = await askForReset(app)
    await app.visitor().call(calls.resetPassword, newPasswords, { token })
    for (const browser of [desk, phone]) {
      expect(await browser.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
    }
    await bob.call(calls.getProfile, {})
  })

  it.for([
    ['missing', { password: '', cPassword: '' }, 'fields_missing'],
    ['short', { password: 'short', cPassword: 'short' }, 'password_too_short'],
    ['too long', { password: 'x'.repeat(129), cPassword: 'x'.repeat(129) }, 'password_too_long'],
    ['different', { password: 'long enough', cPassword: 'long enougH' }, 'password_mismatch'],
    ['common', { password: 'Password1', cPassword: 'Password1' }, 'password_common'],
    ['our name', { password: 'promptshelf', cPassword: 'promptshelf' }, 'password_has_our_name'],
  ] as const)('is not used up by a password that is %s', async ([, form, code], { app }) => {
    await app.signUp(email)
    const token = await askForReset(app)
    expect(await app.visitor().failure(calls.resetPassword, form, { token })).toEqual([400, code])
    await app.visitor().call(calls.resetPassword, newPasswords, { token })
  })

  it('sets a password for an account that had none', async ({ app }) => {
    const ada = await app.signUp(email)
    await app.db.updateTable('users').set({ password_hash: null }).execute()
    expect((await ada.call(calls.getProfile, {})).isSocialMedia).toBe(true)
    const token = await askForReset(app)
    await app.visitor().call(calls.resetPassword, newPasswords, { token })
    await ada.signIn(email, 'a new horse')
    expect((await ada.call(calls.getProfile, {})).isSocialMedia).toBe(false)
  })

  it('is deleted with its account', async ({ app }) => {
    const ada = await app.signUp(email)
    const token = await askForReset(app)
    await ada.call(calls.deleteAccount, {})
    expect(await app.visitor().failure(calls.getResetToken, {}, { token })).toEqual(invalid)
  })

  it.for(['x'.repeat(43), 'x', "'%20or%201=1", '%00'])(
    'is rejected with the token %s',
    async (token, { app }) => {
      await app.signUp(email)
      await askForReset(app)
      expect(await app.visitor().failure(calls.getResetToken, {}, { token })).toEqual(invalid)
      expect(await app.visitor().failure(calls.resetPassword, newPasswords, { token })).toEqual(
        invalid,
      )
    },
  )
})

describe.each(databases)('Requesting reset links on $name', (database) => {
  const it = libraryTest(database, { RATE_LIMITS: 'on' })

  it('is possible three times an hour, whether or not there is an account', async ({ app }) => {
    await app.visitor().register(email, 'correct horse')
    for (const address of [email, 'nobody@example.com']) {
      for (let time = 0; time < 3; time++) {
        await app.visitor().call(calls.sendResetLink, { email: address })
      }
      const refused = await app.visitor().send(calls.sendResetLink, { email: address })
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1200'])
    }
  })
})

describe('A reset on PostgreSQL', () => {
  const postgres = databases.find(({ name }) => name === 'PostgreSQL')
  if (postgres === undefined) throw new Error('There is no PostgreSQL.')
  const it = libraryTest(postgres)

  it('is answered without looking for the account, and mailed later', async ({ app }) => {
    await app.signUp(email)
    const lock = await holdLock(app, 'lock table users in access exclusive mode')
    await app.visitor().call(calls.sendResetLink, { email })
    await lock.waitForQueue(1)
    await lock.release()
    await mailedToken(app, 'reset')
  })

  it('while the password is being changed does not deadlock', async ({ app }) => {
    const password = 'correct horse'
    const ada = await app.signUp(email, password)
    const token = await askForReset(app)
    const lock = await holdLock(app, 'select from users for update')
    const chosen = 'battery staple'
    const change = { password, newPassword: chosen, confirmPassword: chosen }
    const changed = ada.send(calls.updateProfile, change)
    await lock.waitForQueue(1)
    const reset = app.visitor().send(calls.resetPassword, newPasswords, {}, { token })
    await lock.waitForQueue(2)
    await lock.release()
    expect((await changed).statusCode).toBe(200)
    // The change invalidates the reset links.
    expect((await reset).json()).toMatchObject({ code: 'link_invalid' })
    await app.visitor().signIn(email, chosen)
  })
})

/** Requests a reset link and returns the token in the mail. */
async function askForReset(
  app: TestApp,
  visitor: ApiUser = app.visitor(),
  address = email,
): Promise<string> {
  const { length } = await app.db.selectFrom('mails').selectAll().execute()
  await visitor.call(calls.sendResetLink, { email: address })
  await waitFor(async () =>
    expect(await app.db.selectFrom('mails').selectAll().execute()).toHaveLength(length + 1),
  )
  return mailedToken(app, 'reset')
}
